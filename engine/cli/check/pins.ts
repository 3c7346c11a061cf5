import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '#engine/base/canonical-json.ts';
import { Mistake } from '#engine/base/errors.ts';
import { pinOf } from '#engine/documents/expand/pin.ts';
import { pinnedChanges } from '#engine/documents/expand/pinned-changes.ts';
import { isObject } from '#engine/documents/json.ts';
import type { Project } from '#engine/documents/project.ts';

/** Beside the documents, which stay as short as they are: what each pin stands for. */
const FILE = 'pins.json';

/** Pin → what the base said when it was written. */
export type KeptValues = ReadonlyMap<string, unknown>;

/** Empty when nothing was kept yet; what is not what its pin stands for is left out. @throws Mistake when the file is not a JSON object. */
export async function readPins(root: string): Promise<KeptValues> {
  const value = parse(await readOptional(join(root, FILE)));
  if (!isObject(value))
    throw new Mistake(
      `${FILE} is not a JSON object. Put it back from the history, or delete it: "npm run check -- --fix" writes it.`,
    );
  return new Map(Object.entries(value).filter(([pin, kept]) => pinOf(kept) === pin));
}

/** Keeps what every pin of the project stands for, one line each, and forgets pins that no change has any more. */
export async function writePins(root: string, { expanded }: Pick<Project, 'expanded'>): Promise<void> {
  const before = await readPins(root);
  const kept = new Map<string, unknown>();
  for (const { pin, base } of [...expanded.values()].flatMap(pinnedChanges)) {
    if (pin === base.pin) kept.set(pin, base.value);
    else if (before.has(pin)) kept.set(pin, before.get(pin));
  }
  const text = format(kept);
  if (text !== format(before)) await writeFile(join(root, FILE), text);
}

function format(kept: KeptValues): string {
  const lines = [...kept]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pin, value]) => `  ${JSON.stringify(pin)}: ${canonicalJson(value ?? null)}`);
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readOptional(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  }
}
