/** Reads YAML 1.2 (and so JSON) within bounds, and knows on which line a value stands. */
import { isNode, LineCounter, parseDocument } from 'yaml';

const MAX_BYTES = 1024 * 1024;
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
    return { ok: false, place: at(error.pos[0]), reason: error.message };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return {
      ok: true,
      value,
      placeOf(path) {
        for (let length = path.length; length >= 0; length -= 1) {
          const node = document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return at(node.range[0]);
        }
        return START;
      },
    };
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return { ok: false, place: START, reason };
  }
}
