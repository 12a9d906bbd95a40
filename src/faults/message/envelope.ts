/** The frame of the healthy response broken: its id, its version, its members; all other bytes stay as they are. */
import { z } from 'zod';
import { otherId } from '../../json/other-id.js';
import { readMembers } from '../../json/tokens.js';
import { FaultError } from '../fault-error.js';
import { alterKind, type FaultContext } from '../fault-kind.js';
import { alterMessages } from './alter-messages.js';

const fields = z
  .strictObject({
    id: z
      .enum(['missing', 'null', 'flipped', 'float', 'padded', 'other', 'foreign'])
      .optional()
      .describe(
        '`flipped`: 7 becomes "7", and "7" becomes 7; `float`: 7.0; `padded`: "7 "; `other`: an id that the request does not have; `foreign`: the one of another request of the session that is still open, else as `other`.',
      ),
    jsonrpc: z
      .enum(['missing', '1.0', 'number', 'null'])
      .optional()
      .describe('The version: left out, "1.0", the number 2.0, or null.'),
    members: z
      .enum(['both', 'neither', 'method'])
      .optional()
      .describe(
        '`both` result and error, `neither` of them, or the `method` of the request beside the result.',
      ),
    double: z
      .strictObject({
        member: z.string().max(1_000).describe('Which member is there twice.'),
        value: z
          .json()
          .optional()
          .describe('Its second value. Default: null; for `id` another id.'),
        at: z
          .enum(['start', 'end'])
          .default('end')
          .describe('Where the second value stands: most readers take the last one.'),
      })
      .optional()
      .describe('A name that stands twice in the object.'),
    as: z
      .enum(['batch', 'batch_of_two', 'twice', 'lines'])
      .optional()
      .describe(
        'In a list, in a list together with itself, twice without anything between, or twice with a line end behind each.',
      ),
  })
  .refine((forms) => Object.values(forms).some((form) => form !== undefined), {
    error: 'Give at least one of id, jsonrpc, members, double and as',
  });
type Fields = z.output<typeof fields>;

interface Member {
  /** With its quotes. */
  readonly name: string;
  readonly token: string;
}

const ERROR = '{"code":-32603,"message":"Internal error"}';
const VERSIONS = { '1.0': '"1.0"', number: '2.0', null: 'null' } as const;

export const envelope = alterKind({
  kind: 'envelope',
  summary:
    'The healthy response with a broken frame: id, version, members, or several messages at once.',
  fields,
  perform: (fault, answer, context) =>
    alterMessages(
      answer,
      {
        which: 'response',
        change: (text) => {
          const members = readMembers(text);
          return members === null ? text : framed(fault, textOf(broken(fault, members, context)));
        },
      },
      context,
    ),
});

function broken(
  { id, jsonrpc, members: form, double }: Fields,
  healthy: readonly Member[],
  context: FaultContext,
): readonly Member[] {
  let members = healthy;
  if (id !== undefined) members = withValue(members, '"id"', idOf(id, members, context));
  if (jsonrpc !== undefined) {
    members = withValue(members, '"jsonrpc"', jsonrpc === 'missing' ? null : VERSIONS[jsonrpc]);
  }
  if (form === 'neither') members = members.filter(({ name }) => !isOutcome(name));
  if (form === 'both') {
    const isResult = members.some(({ name }) => name === '"result"');
    const added = isResult
      ? { name: '"error"', token: ERROR }
      : { name: '"result"', token: '{"resultType":"complete"}' };
    members = [...members, added];
  }
  if (form === 'method') {
    const token = JSON.stringify(context.arrival.rpc.method);
    members = [...members, { name: '"method"', token }];
  }
  if (double === undefined) return members;
  const second = { name: JSON.stringify(double.member), token: secondValue(double, context) };
  return double.at === 'start' ? [second, ...members] : [...members, second];
}

function isOutcome(name: string): boolean {
  return name === '"result"' || name === '"error"';
}

/** @param token null where the member is left out */
function withValue(
  members: readonly Member[],
  name: string,
  token: string | null,
): readonly Member[] {
  return members.flatMap((member) => {
    if (member.name !== name) return [member];
    return token === null ? [] : [{ name, token }];
  });
}

/** @throws FaultError where the id of the request cannot have this form */
function idOf(
  form: NonNullable<Fields['id']>,
  members: readonly Member[],
  { arrival, foreignId }: FaultContext,
): string | null {
  if (form === 'missing') return null;
  if (form === 'null') return 'null';
  const own = arrival.rpc.idToken ?? members.find(({ name }) => name === '"id"')?.token ?? 'null';
  if (form === 'other') return otherId(own);
  if (form === 'foreign') return foreignId ?? otherId(own);
  const value: unknown = JSON.parse(own);
  if (form === 'padded') return JSON.stringify(`${String(value)} `);
  if (form === 'flipped' && typeof value === 'number') return `"${own}"`;
  const digits = typeof value === 'string' ? value : own;
  if (!/^-?(?:0|[1-9]\d*)$/.test(digits)) {
    throw new FaultError(`id: ${form} needs the id to be a whole number, and it is ${own}`);
  }
  return form === 'flipped' ? digits : `${digits}.0`;
}

function secondValue(
  { member, value }: NonNullable<Fields['double']>,
  { arrival }: FaultContext,
): string {
  if (value !== undefined) return JSON.stringify(value);
  return member === 'id' ? otherId(arrival.rpc.idToken) : 'null';
}

function textOf(members: readonly Member[]): string {
  return `{${members.map(({ name, token }) => `${name}:${token}`).join(',')}}`;
}

function framed({ as }: Fields, text: string): string {
  switch (as) {
    case 'batch':
      return `[${text}]`;
    case 'batch_of_two':
      return `[${text},${text}]`;
    case 'twice':
      return text + text;
    case 'lines':
      return `${text}\n${text}\n`;
    default:
      return text;
  }
}
