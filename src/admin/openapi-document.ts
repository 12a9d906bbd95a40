/** The OpenAPI 3.1 document, made from the same schemas that check the requests. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { BlankEnv } from 'hono/types';
import { API_VERSION } from './api-version.js';
import { liveEvent } from './live-event-schemas.js';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

export function describeApi(
  app: OpenAPIHono<BlankEnv>,
  serverUrl: string,
  needsToken: boolean,
): Document {
  const mounted = new OpenAPIHono().route('/api', app);
  mounted.openAPIRegistry.registerComponent('securitySchemes', 'adminToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The admin token; asked for where one was given, or bound to more than loopback.',
  });
  // OpenAPI 3.1 has no word for the schema of one event of a stream, so no route refers to it.
  mounted.openAPIRegistry.register('LiveEvent', liveEvent);
  return mounted.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'MCP Fault Kitchen: admin API',
      version: API_VERSION,
      description:
        'Errors are `application/problem+json` (RFC 9457) and name the wrong field. Every POST and PUT needs `Content-Type: application/json`. Every answer of a route carries `Kitchen-Api-Version`. Fields are only ever added.',
    },
    servers: [{ url: serverUrl }],
    security: needsToken ? [{ adminToken: [] }] : [],
  });
}
