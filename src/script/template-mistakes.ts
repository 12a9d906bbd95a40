/** Placeholders that nothing can fill in, found before a script runs. */
import { placeholderMistake, placeholdersOf } from './templates.js';

export interface TemplateMistake {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

export function templateMistakes(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly TemplateMistake[] {
  if (typeof value === 'string') {
    return placeholdersOf(value).flatMap((placeholder) => {
      if (/^(?:json:)?param\./.test(placeholder)) return [];
      const reason = placeholderMistake(placeholder);
      return reason === null ? [] : [{ path, reason }];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]) =>
    templateMistakes(member, [...path, isList ? Number(key) : key]),
  );
}
