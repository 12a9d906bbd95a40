/** Bytes as a script says them: as text, or in Base64. */
import { z } from 'zod';

export interface BytesChoice {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

export function bytesChoice(): z.ZodType<BytesChoice, BytesChoice> {
  return z
    .strictObject({
      text: z.string().max(10_000_000).optional().describe('As text, sent as UTF-8.'),
      base64: z.base64().max(14_000_000).optional().describe('As bytes, in Base64.'),
    })
    .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
      error: 'Give either text or base64',
    });
}

export function bytesOf({ text, base64 }: BytesChoice): Uint8Array {
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}
