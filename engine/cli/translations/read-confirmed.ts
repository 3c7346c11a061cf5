import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { CONFIRMED_FILE } from '#engine/documents/confirmed-texts.ts';
import { type Confirmed, parseConfirmed } from '#engine/documents/translations/confirmed.ts';

/** @throws UserError for an invalid file */
export function readConfirmed(root: string): Confirmed {
  const confirmed = parseConfirmed(readOptional(join(root, CONFIRMED_FILE)), 'drop');
  if (confirmed !== null) return confirmed;
  throw new UserError(
    `${CONFIRMED_FILE} cannot be read. It maps languages to keys and marks, as "npm run texts -- confirm" writes them; put it back from the history, or delete it.`,
  );
}

export function writeConfirmed(root: string, text: string): void {
  writeFileSync(join(root, CONFIRMED_FILE), text);
}

function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
