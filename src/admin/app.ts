/** The admin API as a Hono app, to be mounted at `/api`; Host and Origin are checked in front of it. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import { type Clock, systemClock } from '../clock.js';
import type { KitchenService } from '../service.js';
import { API_VERSION, API_VERSION_HEADER } from './api-version.js';
import type { Endpoint } from './endpoint.js';
import { requireJson } from './guard-body.js';
import { describeApi } from './openapi-document.js';
import {
  asKitchenError,
  invalidRequest,
  methodNotAllowed,
  noSuchRoute,
  problemResponse,
} from './problems.js';
import { requireToken } from './require-token.js';
import { adminRoutes } from './routes.js';

export { API_VERSION } from './api-version.js';

export interface AdminAppOptions {
  readonly service: KitchenService;
  /** Asked for by every route but health; null leaves the API open. */
  readonly adminToken: string | null;
  /** Bytes that a body may have. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Where the kitchen listens, say `http://127.0.0.1:4242`. */
  readonly publicUrl: () => string;
  readonly clock?: Clock;
  /** Ends the live streams, so that a shutdown need not wait for them. */
  readonly closing?: AbortSignal;
  /** Told of every error that nobody foresaw; the caller learns nothing of it. */
  readonly onUnexpectedError?: (error: unknown) => void;
}

const MAX_BODY_BYTES = 1024 * 1024;

export function createAdminApp(options: AdminAppOptions): Hono {
  const { service, adminToken, publicUrl, onUnexpectedError } = options;
  const app = new OpenAPIHono<BlankEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.target, result.error);
    },
  });
  const routes = adminRoutes({
    service,
    clock: options.clock ?? systemClock,
    closing: options.closing ?? new AbortController().signal,
    document: () => ({ ...describeApi(app, publicUrl(), adminToken !== null) }),
  });

  app.onError((error) => {
    const known = asKitchenError(error);
    if (known.code === 'internal') onUnexpectedError?.(error);
    // Who sent too much has not been read to the end: nothing else can be said on that connection.
    return problemResponse(known, known.code === 'body_too_large' ? { Connection: 'close' } : {});
  });
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    // Not even as an image may a page of another origin have it.
    context.header('Cross-Origin-Resource-Policy', 'same-origin');
    context.header(API_VERSION_HEADER, API_VERSION);
  });
  for (const route of routes) if (route.open) route.mount(app);
  if (adminToken !== null) app.use(requireToken(adminToken));
  app.use(requireJson(options.maxBodyBytes ?? MAX_BODY_BYTES));
  for (const path of new Set(routes.map((route) => route.path))) {
    const atPath = routes.filter((route) => route.path === path);
    for (const route of atPath) if (!route.open) route.mount(app);
    // Before the next path: `sessions/end` is no session, whatever the method.
    refuseOtherMethods(app, path, atPath);
  }
  // Mounted apps have no `notFound` of their own.
  app.all('*', noSuchRoute);
  return app;
}

function refuseOtherMethods(
  app: OpenAPIHono<BlankEnv>,
  path: string,
  endpoints: readonly Endpoint[],
): void {
  const allowed = endpoints.flatMap(({ verb }) =>
    verb === 'get' ? ['GET', 'HEAD'] : [verb.toUpperCase()],
  );
  app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => methodNotAllowed(context, allowed));
}
