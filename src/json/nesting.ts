/** How deep JSON text is nested, told without recursion: what is too deep for the stack must be found out before it is read. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** @param text valid JSON */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let isString = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (isString) {
      if (code === BACKSLASH) position += 1;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) {
      isString = true;
    } else if (OPENERS.has(code)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (CLOSERS.has(code)) {
      depth -= 1;
    }
  }
  return false;
}
