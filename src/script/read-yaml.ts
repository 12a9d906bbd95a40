/** Reads YAML 1.2 (and so JSON) within bounds, and knows on which line a value stands. */
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { findUnbounded, TOO_DEEP } from './bounded-value.js';

export const MAX_BYTES = 1024 * 1024;
/** What aliases may blow a document up to; few scenarios need any. */
const MAX_ALIASES = 100;

export interface TextPlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type YamlRead =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Where the value at a path stands, or the nearest one around it. */
      placeOf(path: readonly PropertyKey[]): TextPlace;
      /** Where the name of the member at a path stands. */
      placeOfKey(path: readonly PropertyKey[]): TextPlace;
    }
  | { readonly ok: false; readonly place: TextPlace; readonly reason: string };

const START: TextPlace = { line: 1, column: 1 };

export function readYaml(text: string): YamlRead {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    return { ok: false, place: START, reason: `it is larger than ${String(MAX_BYTES)} bytes` };
  }
  const counter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    lineCounter: counter,
    prettyErrors: false,
  });
  const at = (offset: number): TextPlace => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const place = at(error.pos[0]);
    const hasPlaceholder = text.split('\n')[place.line - 1]?.includes('{{') === true;
    const hint = hasPlaceholder ? '; put quotes around a text with a placeholder {{…}}' : '';
    // The parser ran out of stack there.
    if (error.code === 'RESOURCE_EXHAUSTION') return { ok: false, place, reason: TOO_DEEP };
    return { ok: false, place, reason: `${error.message}${hint}` };
  }
  const merge = mergeKeyIn(document);
  if (merge !== null) {
    const reason =
      'YAML 1.2 has no merge keys: write the members out, or name a whole value by an alias, *name';
    return { ok: false, place: at(merge), reason };
  }
  const unquoted = unquotedIn(document);
  if (unquoted !== null) {
    const [start, end] = unquoted;
    const placeholder = text.slice(start, end);
    return {
      ok: false,
      place: at(start),
      reason: placeholder.startsWith('{{')
        ? `YAML makes an object of ${placeholder}: put quotes around it: '${placeholder}'`
        : 'a key must be a text',
    };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const placeOf = (path: readonly PropertyKey[]): TextPlace => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return at(node.range[0]);
      }
      return START;
    };
    const unbounded = findUnbounded(value);
    if (unbounded !== null) {
      return { ok: false, place: placeOf(unbounded.path), reason: unbounded.reason };
    }
    return {
      ok: true,
      value,
      placeOf,
      placeOfKey(path) {
        const parent = document.getIn(path.slice(0, -1), true);
        const pair = isMap(parent)
          ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
          : undefined;
        return isNode(pair?.key) && pair.key.range ? at(pair.key.range[0]) : placeOf(path);
      },
    };
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return { ok: false, place: START, reason };
  }
}

/** Where an object stands that has an object for a name, as `{{id}}` is one without quotes; null if none has. */
function unquotedIn(document: Document): readonly [start: number, end: number] | null {
  let found: readonly [number, number] | null = null;
  visit(document, {
    Pair(_, { key }, path) {
      const parent = path.at(-1);
      if (!isCollection(key) || !isNode(parent) || !parent.range) return undefined;
      found = [parent.range[0], parent.range[1]];
      return visit.BREAK;
    },
  });
  return found;
}

/** Where a `<<` without quotes stands as a name; null if none does. */
function mergeKeyIn(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.value !== '<<' || key.type !== 'PLAIN' || !key.range) {
        return undefined;
      }
      found = key.range[0];
      return visit.BREAK;
    },
  });
  return found;
}
