/** Where a text is no JSON: Node 20 does not always say the position, hence a second parser. */
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';

export interface JsonMistake {
  /** From 0. */
  readonly position: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Say `CommaExpected`. */
  readonly code: string;
}

/**
 * Null where nothing is found.
 * @param text not nested deeply: the parser is a recursive one
 */
export function findJsonMistake(text: string): JsonMistake | null {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return null;
  const before = text.slice(0, first.offset).split('\n');
  return {
    position: first.offset,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    code: printParseErrorCode(first.error),
  };
}
