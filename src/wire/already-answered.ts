/** What a handler returns when the socket was taken from under the answer: nothing more is sent. */
export { RESPONSE_ALREADY_SENT as ALREADY_ANSWERED } from '@hono/node-server/utils/response';
