/** Rules about `params._meta`. */
import type { Arrival } from '../exchange/message.js';
import { findInfoMistake, findMissingParam } from './find-initialize-mistake.js';
import { isObject, quote, type RequestRule } from './request-rule.js';

const PREFIX = 'io.modelcontextprotocol/';
export const PROTOCOL_VERSION_KEY = `${PREFIX}protocolVersion`;
const CAPABILITIES_KEY = `${PREFIX}clientCapabilities`;
const CLIENT_INFO_KEY = `${PREFIX}clientInfo`;
const RESERVED_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_KEY,
  CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  `${PREFIX}logLevel`,
  `${PREFIX}subscriptionId`,
]);
/** Their names are right, so they are not taken apart for each request. */
const USUAL_KEYS: ReadonlySet<string> = new Set([
  ...RESERVED_KEYS,
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
]);

const LABEL = /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/i;
const NAME = /^[a-z0-9](?:[\w.-]*[a-z0-9])?$/i;
const COMMON_TOP_LEVELS: ReadonlySet<string> = new Set([
  'com',
  'org',
  'net',
  'io',
  'dev',
  'app',
  'ai',
]);
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
const LIST_MEMBER = /^[^\s=,;][^=,;]*=[^,]*$/;

export const META_RULES: readonly RequestRule[] = [
  {
    rule: 'C-BASE-34',
    level: 'must',
    check: (arrival) =>
      namingMistake(arrival, 'prefix', ({ prefix }) => prefix !== null && !isPrefix(prefix)),
  },
  {
    rule: 'C-BASE-35',
    level: 'must',
    check: (arrival) =>
      namingMistake(arrival, 'name', ({ name }) => name !== '' && !NAME.test(name)),
  },
  {
    rule: 'C-BASE-36',
    level: 'should',
    check: (arrival) =>
      namingMistake(arrival, 'order of labels (reverse DNS)', ({ prefix }) => isForwardDns(prefix)),
  },
  {
    rule: 'C-BASE-37',
    level: 'should',
    check: (arrival) =>
      declaresExtensions(arrival)
        ? null
        : namingMistake(
            arrival,
            'reserved prefix',
            ({ key, prefix }) => isReserved(prefix) && !RESERVED_KEYS.has(key),
          ),
  },
  {
    rule: 'C-BASE-38',
    level: 'must',
    legacy: true,
    check: (arrival) =>
      arrival.era === 'modern' ? findMissingMeta(arrival) : findMissingParam(arrival),
  },
  {
    rule: 'C-BASE-39',
    level: 'should',
    check: ({ rpc }) =>
      rpc.kind === 'request' && !hasKey(rpc.meta, CLIENT_INFO_KEY)
        ? `"_meta" has no "${CLIENT_INFO_KEY}".`
        : null,
  },
  {
    rule: 'C-BASE-39',
    level: 'must',
    legacy: true,
    check: (arrival) =>
      arrival.era === 'modern' ? findClientInfoMistake(arrival) : findInfoMistake(arrival),
  },
  { rule: 'C-BASE-42', level: 'must', check: findTraceMistake },
  {
    rule: 'C-VER-04',
    level: 'must',
    check: (arrival) => {
      const wrong = Object.keys(extensionsOf(arrival)).find((key) => !isExtensionName(key));
      return wrong === undefined
        ? null
        : `The extension ${quote(wrong)} has no well-formed prefix.`;
    },
  },
  {
    rule: 'C-PROG-01',
    level: 'must',
    check: ({ rpc }) => {
      if (!hasKey(rpc.meta, 'progressToken')) return null;
      const token = rpc.meta['progressToken'];
      if (typeof token === 'string' || Number.isInteger(token)) return null;
      return `"progressToken" is ${quote(token)} in place of a string or an integer.`;
    },
  },
];

interface MetaKey {
  readonly key: string;
  readonly prefix: string | null;
  readonly name: string;
}

function splitKey(key: string): MetaKey {
  const slash = key.indexOf('/');
  if (slash === -1) return { key, prefix: null, name: key };
  return { key, prefix: key.slice(0, slash), name: key.slice(slash + 1) };
}

function namingMistake(
  { rpc }: Arrival,
  part: string,
  isWrong: (key: MetaKey) => boolean,
): string | null {
  const wrong = Object.keys(rpc.meta ?? {}).find(
    (key) => !USUAL_KEYS.has(key) && isWrong(splitKey(key)),
  );
  return wrong === undefined ? null : `The "_meta" key ${quote(wrong)} is wrong in its ${part}.`;
}

function isPrefix(prefix: string): boolean {
  return prefix.split('.').every((label) => LABEL.test(label));
}

function isForwardDns(prefix: string | null): boolean {
  const labels = prefix?.toLowerCase().split('.') ?? [];
  if (labels.length < 2) return false;
  const isTopLevel = (label: string | undefined): boolean =>
    label !== undefined && COMMON_TOP_LEVELS.has(label);
  return isTopLevel(labels.at(-1)) && !isTopLevel(labels[0]);
}

function isReserved(prefix: string | null): boolean {
  const second = prefix?.toLowerCase().split('.')[1];
  return second === 'mcp' || second === 'modelcontextprotocol';
}

function isExtensionName(key: string): boolean {
  const { prefix, name } = splitKey(key);
  return prefix !== null && isPrefix(prefix) && NAME.test(name);
}

function extensionsOf({ rpc }: Arrival): Readonly<Record<string, unknown>> {
  const capabilities = rpc.meta?.[CAPABILITIES_KEY];
  const extensions = isObject(capabilities) ? capabilities['extensions'] : null;
  return isObject(extensions) ? extensions : {};
}

function declaresExtensions(arrival: Arrival): boolean {
  return Object.keys(extensionsOf(arrival)).length > 0;
}

function findMissingMeta({ rpc }: Arrival): string | null {
  if (rpc.kind !== 'request') return null;
  if (rpc.meta === null) return 'The request has no "_meta".';
  const version = rpc.meta[PROTOCOL_VERSION_KEY];
  if (typeof version !== 'string') {
    return `"_meta" has ${quote(version)} for "${PROTOCOL_VERSION_KEY}" in place of a string.`;
  }
  const capabilities = rpc.meta[CAPABILITIES_KEY];
  if (isObject(capabilities)) return null;
  return `"_meta" has ${quote(capabilities)} for "${CAPABILITIES_KEY}" in place of an object.`;
}

function findClientInfoMistake({ rpc }: Arrival): string | null {
  if (!hasKey(rpc.meta, CLIENT_INFO_KEY)) return null;
  const info = rpc.meta[CLIENT_INFO_KEY];
  if (!isObject(info)) return `"clientInfo" is ${quote(info)} in place of an object.`;
  const wrong = ['name', 'version'].find((member) => typeof info[member] !== 'string');
  return wrong === undefined ? null : `"clientInfo" has ${quote(info[wrong])} for "${wrong}".`;
}

/** W3C Trace Context and Baggage. */
function findTraceMistake({ rpc }: Arrival): string | null {
  const isList = (value: string): boolean =>
    value.split(',').every((member) => member.trim() === '' || LIST_MEMBER.test(member.trim()));
  const formats: readonly (readonly [string, (value: string) => boolean])[] = [
    ['traceparent', (value) => TRACEPARENT.test(value)],
    ['tracestate', isList],
    ['baggage', isList],
  ];
  for (const [key, isWellFormed] of formats) {
    if (!hasKey(rpc.meta, key)) continue;
    const value = rpc.meta[key];
    if (typeof value !== 'string' || !isWellFormed(value)) {
      return `"${key}" is ${quote(value)}, which is not its W3C format.`;
    }
  }
  return null;
}

function hasKey(
  meta: Arrival['rpc']['meta'],
  key: string,
): meta is Readonly<Record<string, unknown>> {
  return meta !== null && Object.hasOwn(meta, key);
}
