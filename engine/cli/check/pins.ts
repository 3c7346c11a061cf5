import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatPinnedValues, type PinnedValues, PINS_FILE, readPinnedValues } from '#engine/documents/pinned-values.ts';
import type { Project } from '#engine/documents/project.ts';

/** Empty without a file; values that do not match their pin are dropped. @throws UserError for an invalid file */
export async function readPins(root: string): Promise<PinnedValues> {
  return readPinnedValues(await readPinsFile(root));
}

/** Stores the values of all pins in the project, and removes unused ones. */
export async function writePins(root: string, project: Pick<Project, 'expanded'>): Promise<void> {
  const before = await readPinsFile(root);
  const text = formatPinnedValues(project, readPinnedValues(before));
  if (text !== before) await writeFile(join(root, PINS_FILE), text);
}

/** Content of `pins.json`; that of an empty one without a file. */
async function readPinsFile(root: string): Promise<string> {
  try {
    return await readFile(join(root, PINS_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}\n';
    throw error;
  }
}
