import { insertProperty, replaceString } from '#engine/documents/edit-property.ts';
import { isObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import type { TextEntry } from '#engine/documents/texts.ts';
import { applyEdits } from '#engine/documents/apply-edits.ts';
import { type TranslatableText, locateEntry } from './entries.ts';
import type { Unit } from './exchange/unit.ts';

/** A translation to be written. */
export interface Wanted {
  readonly unit: Unit;
  readonly entry: TranslatableText;
  readonly target: string;
}

/** Why a file cannot be changed without losing content; `null` if it can. */
export function findBlockedFile(
  { file, path }: TextEntry['location'],
  sources: ReadonlyMap<string, Source>,
): string | null {
  const source = sources.get(file);
  if (source === undefined) return null;
  const fix = 'Fix the file first; "npm run check" shows where.';
  const [problem] = source.problems;
  if (problem !== undefined || !isObject(source.value)) return `Its place is in ${file}, which cannot be read. ${fix}`;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), source.value);
  const present = isObject(parent) ? parent[String(path.at(-1))] : undefined;
  if (!isObject(parent) || (present !== undefined && typeof present !== 'string'))
    return `At its place in ${file} stands something that is no text. ${fix}`;
  return null;
}

/** Files with these texts, in their formatting. */
export function withTexts(
  wanted: readonly Wanted[],
  sources: ReadonlyMap<string, Source>,
): ReadonlyMap<string, string> {
  const placed = wanted.map(({ unit, entry, target }) => ({ ...locateEntry(entry, unit.locale), target }));
  const files = [...Map.groupBy(placed, ({ file }) => file)].map(([file, own]) => {
    const source = sources.get(file) ?? parseSource(file, '{}\n');
    const edits = own.map(({ path, target }) => replaceString(source, path, target));
    const replaced = applyEdits(
      source.text,
      edits.filter((edit) => edit !== undefined),
    );
    const added = own.filter((_, index) => edits[index] === undefined);
    return [
      file,
      added.reduce((text, { path, target }) => withAdded(parseSource(file, text), path, target), replaced),
    ] as const;
  });
  return new Map(files);
}

function withAdded(source: Source, path: Path, target: string): string {
  const key = String(path.at(-1));
  const edit = insertProperty(source, path.slice(0, -1), key, target);
  if (edit !== undefined) return applyEdits(source.text, [edit]);
  // The file is empty.
  return `${JSON.stringify({ [key]: target }, null, 2)}\n`;
}
