/** The body of the answer, changed as text or bytes, without a look at what it means. */
import { z } from 'zod';
import { ownTurn } from '../../exchange/hold.js';
import { FaultError } from '../fault-error.js';
import { alterKind, type Altered } from '../fault-kind.js';
import { MAX_TEXT, tooLong, wholeText } from './whole-text.js';

const MAX_PLACES = 1_000_000;
const text = z.string().max(1_000_000);

export const editText = alterKind({
  kind: 'edit_text',
  summary:
    'The body of the answer, up to 16 MiB, changed as text: replaced, cut short, with more around it, in another encoding.',
  fields: z.strictObject({
    replace: z
      .array(z.strictObject({ find: text.min(1), with: text, all: z.boolean().default(false) }))
      .max(100)
      .default([])
      .describe('Texts to find and what to put there instead: the first place, or `all` of them.'),
    keepBytes: z.int().min(0).optional().describe('Only so many bytes of the body are sent.'),
    dropBytes: z.int().min(0).optional().describe('So many bytes at the end are left out.'),
    before: text.default('').describe('Text in front of the body.'),
    after: text.default('').describe('Text behind the body.'),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'latin1'])
      .default('utf-8')
      .describe('How the text becomes bytes.'),
    bom: z.boolean().default(false).describe('Whether the body begins with a byte order mark.'),
  }),
  perform: async (fault, answer, { signal }): Promise<Altered> => {
    const healthy = await wholeText(answer.body, signal);
    let changed = healthy;
    for (const each of fault.replace) {
      changed = replaced(changed, each);
      await ownTurn();
    }
    const whole = `${fault.bom ? '\uFEFF' : ''}${fault.before}${changed}${fault.after}`;
    const bytes = Buffer.from(whole, ENCODINGS[fault.encoding]);
    const end = Math.min(fault.keepBytes ?? Infinity, bytes.byteLength - (fault.dropBytes ?? 0));
    const body = new Uint8Array(bytes.subarray(0, Math.max(0, end)));
    return { ...answer, body, isUntouched: Buffer.from(healthy).equals(body) };
  },
});

const ENCODINGS = { 'utf-8': 'utf8', 'utf-16le': 'utf16le', latin1: 'latin1' } as const;

interface Replacement {
  readonly find: string;
  readonly with: string;
  readonly all: boolean;
}

/** @throws FaultError for a text that would grow beyond all bounds */
function replaced(whole: string, { find, with: replacement, all }: Replacement): string {
  if (!all) return whole.replace(find, () => replacement);
  const parts = whole.split(find, MAX_PLACES + 2);
  const places = parts.length - 1;
  if (places > MAX_PLACES) {
    throw new FaultError(
      `edit_text.replace: ${JSON.stringify(find)} stands at more than ${String(MAX_PLACES)} places: find a longer text, or replace the first place alone`,
    );
  }
  const length = whole.length + places * (replacement.length - find.length);
  if (length > MAX_TEXT) throw tooLong('The replaced text');
  return parts.join(replacement);
}
