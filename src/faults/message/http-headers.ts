/** Schemas for headers in params: what Node would refuse to send is refused when it is saved. */
import { z } from 'zod';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- the very characters that a header value cannot hold
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** These say how the message is framed and who keeps the connection: the server sets them. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const SENDABLE = {
  error: 'Must hold no line break, no control character and nothing outside Latin-1',
};

function isSendable(value: string): boolean {
  return !UNSENDABLE.test(value);
}

/** The value of a header: up to 8,192 characters of Latin-1 without control characters. */
export function httpHeaderValue(): z.ZodString {
  return z.string().max(8192).refine(isSendable, SENDABLE);
}

/** Up to 50 headers by name. */
export function httpHeaders(): z.ZodRecord<z.ZodString, z.ZodString> {
  const name = z
    .string()
    .max(256)
    .regex(TOKEN, "Illegal header name: use letters, digits and !#$%&'*+-.^_`|~")
    .refine((text) => !FRAMING.has(text.toLowerCase()), {
      error: 'This header frames the message: the server sets it',
    });
  return z
    .record(name, httpHeaderValue())
    .refine((headers) => Object.keys(headers).length <= 50, { error: 'At most 50 headers' });
}

/** Up to 2,000 header lines, in order and with repetitions, each a pair of name and value. */
export function headerPairs(): z.ZodType<[string, string][]> {
  const name = z.string().max(256).regex(TOKEN, 'Illegal header name');
  return z
    .array(z.tuple([name, z.string().max(1_000_000).refine(isSendable, SENDABLE)]))
    .max(2_000);
}

/** The name of headers that are repeated: `{{n}}` may stand in it. */
export function countedHeaderName(): z.ZodString {
  return z
    .string()
    .min(1)
    .max(256)
    .refine((name) => TOKEN.test(name.replaceAll('{{n}}', '1')), { error: 'Illegal header name' });
}
