import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The last valid payload as text; `null` without one. Rejects on a disk error. */
export async function readLastGood(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a payload for the next start, atomically. */
export async function writeLastGood(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, file);
}
