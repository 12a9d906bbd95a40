/** The client is sent elsewhere. The kitchen answers at most of the places, so that its record shows who went there. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { renamedOrigin } from '../../exchange/origins.js';
import { answerKind, type FaultContext } from '../fault-kind.js';
import { httpHeaderValue } from './http-headers.js';

const HOP = /[?&]hop=(\d{1,6})/;

export const redirect = answerKind({
  kind: 'redirect',
  summary:
    'A redirect. The address has `?hop=1`, counted on: whoever follows is seen in the record, and may be sent on.',
  fields: z.strictObject({
    status: z
      .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
      .default(307)
      .describe('301, 302 and 303 make a GET of a POST in most clients; 307 and 308 do not.'),
    to: z
      .enum(['same', 'relative', 'other_port', 'other_host', 'http', 'none'])
      .default('same')
      .describe(
        '`same`: this address; `relative`: the same without an origin; `other_port`: another origin, a second port of the kitchen; `other_host`: another origin, `localhost` for `127.0.0.1` and back; `http`: without TLS; `none`: no `Location`.',
      ),
    location: httpHeaderValue()
      .optional()
      .describe('`Location` as it is, instead of `to`: say `file:///etc/passwd`.'),
  }),
  perform: async ({ status, to, location }, context): Promise<Answer> => {
    const target = location ?? (to === 'none' ? null : await targetOf(to, context));
    return { status, headers: target === null ? [] : [['Location', target]], body: null };
  },
});

async function targetOf(
  to: 'same' | 'relative' | 'other_port' | 'other_host' | 'http',
  { arrival, origin, otherOrigin }: FaultContext,
): Promise<string> {
  const hop = Number(HOP.exec(arrival.path)?.[1] ?? 0) + 1;
  const [path = ''] = arrival.path.split('?', 1);
  const there = `${path}?hop=${String(hop)}`;
  switch (to) {
    case 'relative':
      return there;
    case 'same':
      return origin + there;
    case 'other_port':
      return (await otherOrigin('port')) + there;
    case 'http':
      return (await otherOrigin('http')) + there;
    default:
      return renamedOrigin(origin) + there;
  }
}
