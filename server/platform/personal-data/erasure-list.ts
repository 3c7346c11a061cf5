import { createHmac } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';

/**
 * An erasure, stored outside the database so that it can be repeated after restoring an older back-up. Contains no personal data: addresses and ids are
 * keyed hashes.
 */
export interface ErasureEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Key id, see `Key`. */
  readonly key: string;
  /** Hash of the canonical address of the request. */
  readonly account: string;
  /** Hashes of earlier addresses of the person. */
  readonly earlier: readonly string[];
  /** Hashes of the person's account ids. */
  readonly ids: readonly string[];
  /** Whether what is about staff was erased, too; absent in entries of earlier releases. */
  readonly includesStaff?: boolean;
}

/** Retention of erasures in days: older back-ups must not be restored. */
export const ERASURE_DAYS = 400;

/** HMAC-SHA-256 in base64url. */
export const hashPersonal = (key: Key, value: string): string =>
  createHmac('sha256', key.bytes).update(`erasure\n${value}`).digest('base64url');

/** Path of the list in a data folder. */
export const getErasureFile = (dataDir: string): string => join(dataDir, 'erasures.jsonl');

/** Entries of a list, one JSON object per line; empty without a file. @throws UserError for an invalid line */
export async function readErasures(file: string): Promise<readonly ErasureEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseEntry(line, file, index + 1)]));
}

function parseEntry(line: string, file: string, number: number): ErasureEntry {
  const entry = toEntry(line);
  if (entry === null)
    throw new UserError(
      `Line ${number} of "${file}" is not an erasure. Put the list as it was written in its place: without it a restored back-up would bring erased people back.`,
    );
  return entry;
}

function toEntry(line: string): ErasureEntry | null {
  try {
    const value: Partial<Record<keyof ErasureEntry, unknown>> = JSON.parse(line);
    const { id, at, key, account, earlier, ids, includesStaff = false } = value;
    const isWhole =
      [id, at, key, account].every((text) => typeof text === 'string') &&
      isTexts(earlier) &&
      isTexts(ids) &&
      typeof includesStaff === 'boolean';
    // Checked edge: all members were validated.
    return isWhole ? (value as ErasureEntry) : null;
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');

/** Adds an erasure to a list and removes entries older than any back-up. */
export async function addErasure(file: string, entry: ErasureEntry, clock: Clock): Promise<void> {
  const oldest = toTimestamp(clock.now() - ERASURE_DAYS * DAY);
  const known = await readErasures(file);
  const needed = known.filter(({ at }) => at > oldest);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (needed.length === known.length) return appendFile(file, formatLine(entry), { mode: 0o600 });
  const next = `${file}.next`;
  await writeFile(next, [...needed, entry].map(formatLine).join(''), { mode: 0o600 });
  await rename(next, file);
}

const formatLine = (entry: ErasureEntry): string => `${JSON.stringify(entry)}\n`;
