/** Rules about the message patterns: multi round trips, subscriptions, cancellation. */
import { z } from 'zod';
import type { RequestRule } from './request-rule.js';
import { quote } from './request-rule.js';

const filter = z.looseObject({
  toolsListChanged: z.boolean().optional(),
  promptsListChanged: z.boolean().optional(),
  resourcesListChanged: z.boolean().optional(),
  resourceSubscriptions: z.array(z.string()).optional(),
});

const inputResponse = z.union([
  z.looseObject({
    action: z.enum(['accept', 'decline', 'cancel']),
    content: z.looseObject({}).optional(),
  }),
  z.looseObject({ role: z.string(), content: z.unknown(), model: z.string() }),
  z.looseObject({ roots: z.array(z.looseObject({ uri: z.string() })) }),
]);

export const PATTERN_RULES: readonly RequestRule[] = [
  {
    rule: 'C-MRTR-19',
    level: 'must',
    check: ({ rpc }) => {
      const responses = rpc.params?.['inputResponses'];
      if (responses === undefined) return null;
      if (rpc.inputResponses === null) return '"inputResponses" is no object.';
      const wrong = Object.entries(rpc.inputResponses).find(
        ([, response]) => !inputResponse.safeParse(response).success,
      );
      return wrong === undefined
        ? null
        : `The input response ${quote(wrong[0])} has no known shape.`;
    },
  },
  {
    rule: 'C-SUB-01',
    level: 'must',
    check: ({ rpc }) =>
      rpc.kind === 'request' &&
      rpc.method === 'subscriptions/listen' &&
      !filter.safeParse(rpc.params?.['notifications']).success
        ? '"notifications" must be an object of booleans and a list of URIs.'
        : null,
  },
  {
    rule: 'C-CAN-02',
    level: 'should',
    check: ({ rpc }) =>
      rpc.method === 'notifications/cancelled'
        ? 'Over HTTP a request is cancelled by closing its stream, not by a notification.'
        : null,
  },
];
