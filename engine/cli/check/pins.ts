import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatPinnedValues, type PinnedValues, PINS_FILE, readPinnedValues } from '#engine/documents/pinned-values.ts';
import type { Project } from '#engine/documents/project.ts';

/** Empty when nothing was kept yet; what is not what its pin stands for is left out. @throws UserError when the file is not a JSON object. */
export async function readPins(root: string): Promise<PinnedValues> {
  return readPinnedValues(await readPinsFile(root));
}

/** Keeps what every pin of the project stands for, and forgets pins that no change has any more. */
export async function writePins(root: string, project: Pick<Project, 'expanded'>): Promise<void> {
  const before = await readPinsFile(root);
  const text = formatPinnedValues(project, readPinnedValues(before));
  if (text !== before) await writeFile(join(root, PINS_FILE), text);
}

/** The text of `pins.json`, that of an empty one where there is none. */
async function readPinsFile(root: string): Promise<string> {
  try {
    return await readFile(join(root, PINS_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}\n';
    throw error;
  }
}
