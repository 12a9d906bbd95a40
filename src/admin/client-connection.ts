/** Requests of the admin client, typed by the OpenAPI document; what is no good answer of a kitchen throws. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { API_VERSION, API_VERSION_HEADER } from './api-version.js';
import { AdminClientError, brokenOff, refusal, stranger, unreachable } from './client-error.js';

export interface AdminClientOptions {
  /** Where the kitchen listens, say `http://127.0.0.1:4242`. */
  readonly url: string;
  /** The admin token, where the kitchen has one. */
  readonly token?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type AdminConnection = Client<paths, 'application/json'>;

/** @throws AdminClientError where `url` can be none of a kitchen */
export function connectTo({ url, token, fetch }: AdminClientOptions): AdminConnection {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new AdminClientError(`"${url}" is no URL; say http://127.0.0.1:4242.`);
  }
  const connection: AdminConnection = createClient({
    baseUrl: url.replace(/\/+$/, ''),
    redirect: 'error',
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    ...(fetch && { fetch }),
  });
  connection.use({
    onError: ({ error, request }) => {
      if (!request.signal.aborted) throw unreachable(url, error);
    },
    onResponse: async ({ response, request }) => {
      if (!response.ok) throw await refusal(request, response);
      const version = response.headers.get(API_VERSION_HEADER);
      if (version !== API_VERSION) throw stranger(url, response.status);
    },
  });
  return connection;
}

/** What a good answer says; every other one has thrown. */
export async function dataOf<Data>(
  asked: Promise<{ readonly data?: Data; readonly error?: unknown }>,
): Promise<NonNullable<Data>> {
  const { data } = await asked.catch((error: unknown) => {
    throw error instanceof AdminClientError ? error : brokenOff(error);
  });
  if (data === undefined || data === null) throw brokenOff(undefined);
  return data;
}
