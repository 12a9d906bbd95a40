/** Why a database file is not opened: one sentence each about what is wrong, and one about what to do. */
import { SqliteError } from 'better-sqlite3';
import { StoreError } from './store.js';

const ANOTHER = 'name another database file, or use :memory:';

export const refusals = {
  directory: (file: string) => new StoreError(`${file} is a directory, not a file: ${ANOTHER}.`),
  notAFile: (file: string) => new StoreError(`${file} is not a regular file: ${ANOTHER}.`),
  noFolder: (file: string, folder: string) =>
    new StoreError(`There is no folder ${folder} for the database ${file}: create it first.`),
  unwritable: (file: string, reason: string) =>
    new StoreError(
      `The database ${file} cannot be opened for writing (${reason}): give this user write access to it and its folder, or ${ANOTHER}.`,
    ),
  otherNode: () =>
    new StoreError(
      'SQLite was built for another version of Node: run `npm rebuild better-sqlite3` with this one.',
    ),
  held: (file: string) =>
    new StoreError(
      `Another kitchen (or another program) is using the database ${file}: stop it, or ${ANOTHER}.`,
    ),
  noDatabase: (file: string) => new StoreError(`${file} is not a SQLite database: ${ANOTHER}.`),
  foreign: (file: string) =>
    new StoreError(`${file} is the SQLite database of another application: ${ANOTHER}.`),
  newer: (file: string, version: number, known: number) =>
    new StoreError(
      `The database ${file} has version ${String(version)}, this kitchen knows versions up to ${String(known)}: upgrade the kitchen, or ${ANOTHER}.`,
    ),
  damaged: (file: string, detail: string) =>
    new StoreError(
      `The database ${file} is damaged (${detail}): restore it from a copy, move it away, or ${ANOTHER}.`,
    ),
} as const;

/** Turns whatever went wrong while opening into a refusal. */
export function refuse(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'ERR_DLOPEN_FAILED')
    return refusals.otherNode();
  const text = firstLine(error);
  const code = error instanceof SqliteError ? error.code : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return refusals.held(file);
  if (code.startsWith('SQLITE_NOTADB')) return refusals.noDatabase(file);
  if (code.startsWith('SQLITE_CORRUPT')) return refusals.damaged(file, text);
  return refusals.unwritable(file, text);
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? text;
}
