/** Asks an admin API in process. */
import type { Hono } from 'hono';
import { z } from 'zod';
import { createAdminApp, type AdminAppOptions } from '../../src/admin/app.js';
import { FakeService } from '../support/fake-service.js';

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

export interface AdminUnderTest {
  readonly app: Hono;
  readonly service: FakeService;
  /** `call` is verb and path, say `GET /health`; a body that is no string is sent as JSON. */
  readonly ask: (
    call: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Asked>;
}

export function adminUnderTest(options: Partial<AdminAppOptions> = {}): AdminUnderTest {
  const service = new FakeService();
  const app = createAdminApp({
    service,
    adminToken: null,
    publicUrl: () => 'http://127.0.0.1:4242',
    ...options,
  });
  async function ask(
    call: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Asked> {
    const [method = '', path = ''] = call.split(' ');
    const response = await app.request(path, {
      method,
      headers: { ...(method !== 'GET' && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, json };
  }
  return { app, service, ask };
}

const problemShape = z.object({
  type: z.literal('about:blank'),
  title: z.string().min(1),
  status: z.number(),
  detail: z.string().min(1),
  code: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
});

/** What an answer says as a problem, `path` being that of the first wrong field; throws where it is none. */
export function problemOf({ status, headers, json }: Asked): {
  readonly status: number;
  readonly code: string;
  readonly path: string | undefined;
} {
  const problem = problemShape.parse(json);
  const mediaType = headers.get('Content-Type');
  if (mediaType !== 'application/problem+json' || problem.status !== status) {
    throw new Error(`no problem: HTTP ${String(status)} as ${String(mediaType)}`);
  }
  return { status, code: problem.code, path: problem.errors[0]?.path };
}
