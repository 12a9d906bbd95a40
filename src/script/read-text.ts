/** Reads the bytes of a scenario file, YAML or JSON by its name. */
import { extname } from 'node:path';
import { findJsonMistake } from '../json/json-mistake.js';
import { isNestedDeeper } from '../json/nesting.js';
import { MAX_LEVELS } from './bounded-value.js';
import { decodeText } from './decode-text.js';
import { MAX_BYTES, readYaml, type TextPlace, type YamlRead } from './read-yaml.js';

export function readText(content: string | Buffer, file: string): YamlRead {
  const decoded =
    typeof content === 'string' ? { ok: true as const, text: content } : decodeText(content);
  if (!decoded.ok) {
    const { line, column, reason } = decoded;
    return { ok: false, place: { line, column }, reason };
  }
  const { text } = decoded;
  const mistake = extname(file) === '.json' ? mistakeInJson(text) : null;
  return mistake === null ? readYaml(text) : { ok: false, ...mistake };
}

/** Null for JSON, and for what is too large or too deep to be looked at: YAML is bounded too. */
function mistakeInJson(
  text: string,
): { readonly place: TextPlace; readonly reason: string } | null {
  if (text.length > MAX_BYTES || isNestedDeeper(text, MAX_LEVELS)) return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    const { line, column, code } = findJsonMistake(text) ?? { line: 1, column: 1, code: 'Invalid' };
    const reason = `it is no JSON, as its name says it is: ${code}`;
    return { place: { line, column }, reason };
  }
}
