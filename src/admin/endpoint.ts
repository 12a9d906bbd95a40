/** One row of the route table: its schemas check the request and describe it, its handler returns plain data. */
import { createRoute, type OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { ErrorCode } from '../errors.js';
import { describeAnswer, describeProblems, type AnswerDescription } from './describe-answers.js';
import { noQuery } from './request-schemas.js';

type Verb = 'get' | 'post' | 'put' | 'delete';

interface RequestSchemas<Path, Query, Headers, Body> {
  readonly path?: Path;
  /** Without it, any query parameter is an error. */
  readonly query?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
}

interface RouteDescription extends AnswerDescription {
  readonly summary: string;
  /** Answers without the admin token. */
  readonly open?: true;
  /** What may go wrong beside what can go wrong anywhere. */
  readonly errors?: readonly ErrorCode[];
}

interface RouteSpec<
  Path extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
>
  extends RequestSchemas<Path, Query, Headers, Body>, RouteDescription {
  /** Without it, the answer is 204. */
  readonly answer?: Answer;
  readonly handle: (request: {
    readonly path: z.output<Path>;
    readonly query: z.output<Query>;
    readonly headers: z.output<Headers>;
    readonly body: z.output<Body>;
    /** For what is no data: headers of the answer, the signal of the request. */
    readonly context: Context;
  }) => z.output<Answer> | Response | Promise<z.output<Answer> | Response>;
}

export interface Endpoint {
  readonly verb: Verb;
  /** Below `/api`, with `{name}` for each variable part. */
  readonly path: string;
  readonly open: boolean;
  readonly mount: (app: OpenAPIHono<BlankEnv>) => void;
}

export function endpoint<
  Path extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Headers extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodVoid,
>(verb: Verb, path: string, spec: RouteSpec<Path, Query, Headers, Body, Answer>): Endpoint {
  interface Checked {
    out: {
      param: z.output<Path>;
      query: z.output<Query>;
      header: z.output<Headers>;
      json: z.output<Body>;
    };
  }
  async function answer(context: Context<BlankEnv, string, Checked>): Promise<Response> {
    const data = await spec.handle({
      path: context.req.valid('param'),
      query: context.req.valid('query'),
      headers: context.req.valid('header'),
      body: context.req.valid('json'),
      context,
    });
    if (data instanceof Response) return data;
    if (spec.answer === undefined) return context.body(null, 204);
    context.header('Content-Type', 'application/json');
    return context.body(JSON.stringify(data), spec.created === true ? 201 : 200);
  }
  return {
    verb,
    path,
    open: spec.open === true,
    mount: (app) => {
      app.openapi(createRoute(describeRoute(verb, path, spec)), answer);
    },
  };
}

function describeRoute(
  verb: Verb,
  path: string,
  spec: RouteDescription & RequestSchemas<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodObject>,
): RouteConfig {
  const { summary, open, headers, body, errors = [] } = spec;
  const common: readonly ErrorCode[] = [
    'invalid_request',
    'forbidden_host',
    'forbidden_origin',
    ...(open === true ? [] : (['unauthorized'] as const)),
    // A DELETE is asked for the media type of a body, too: there must be none.
    ...(verb === 'get' ? [] : (['body_too_large', 'unsupported_media_type'] as const)),
  ];
  return {
    method: verb,
    path,
    summary,
    ...(open === true && { security: [] }),
    request: {
      query: spec.query ?? noQuery,
      ...(spec.path && { params: spec.path }),
      ...(headers && { headers }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      ...describeAnswer(spec),
      ...describeProblems([...common, ...errors, 'internal']),
    },
  };
}
