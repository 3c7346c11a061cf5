import { UnavailableError } from '#engine/shared/errors.ts';

/** Primary result codes (sqlite.org/rescode.html) about the file and its disk, not the query. */
const failures: Readonly<Record<number, (file: string, reason: string) => string>> = {
  3: cannotBeWritten,
  8: cannotBeWritten,
  10: (file, reason) =>
    `The disk of the database "${file}" fails (${reason}). Look for its messages in the system log.`,
  11: isDamaged,
  13: (file) =>
    `The disk of the database "${file}" is full, so nothing can be saved. Free some space; the server goes on by itself.`,
  14: (file, reason) =>
    `The database "${file}" cannot be opened (${reason}). It and its folder must belong to the user of the server, on a disk that is not read-only.`,
  26: isDamaged,
};

function cannotBeWritten(file: string, reason: string): string {
  return `The database "${file}" cannot be written (${reason}). It, the files beside it and their folder must belong to the user of the server, on a disk that is not read-only.`;
}

function isDamaged(file: string, reason: string): string {
  return `The database "${file}" is damaged (${reason}). Stop the server and put the newest back-up in its place; docs/operations.md says how.`;
}

/**
 * Explains a file error of the embedded database in one sentence.
 *
 * @returns an UnavailableError with the driver's error as its cause; other errors unchanged
 */
export function explainSqlite(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const sentence = failures[error.errcode & 0xff];
  return sentence === undefined ? error : new UnavailableError(sentence(file, error.message), { cause: error });
}
