import { insertProperty, replaceString } from '#engine/documents/edit-property.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { applyEdits } from '../check/apply-edits.ts';
import { type Entry, placeOf } from './entries.ts';
import type { Exchange, Unit } from './exchange.ts';

/** What a file of a translator would change. */
export interface BroughtIn {
  /** File → its new text. */
  readonly files: ReadonlyMap<string, string>;
  /** Texts with other words than before. */
  readonly changed: number;
  /** Units without a translation. */
  readonly empty: number;
  /** Why units cannot be taken, in words. */
  readonly problems: readonly string[];
}

interface Wanted {
  readonly entry: Entry;
  readonly target: string;
}

/** Puts translations where they belong; nothing is written. What the words say is for the rules to judge. */
export function bringIn(
  { locale, units }: Exchange,
  entries: readonly Entry[],
  sources: ReadonlyMap<string, Source>,
): BroughtIn {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const given = units.filter(({ target }) => target !== '');
  const problems = given.flatMap((unit) => problemOf(unit, byKey.get(unit.key)));
  const wanted = given.flatMap(({ key, target }): Wanted[] => {
    const entry = byKey.get(key);
    return entry === undefined || entry.versions.get(locale)?.text === target ? [] : [{ entry, target }];
  });
  return {
    files: changedFiles(wanted, locale, sources),
    changed: wanted.length,
    empty: units.length - given.length,
    problems,
  };
}

function problemOf({ key, source }: Unit, entry: Entry | undefined): readonly string[] {
  if (entry === undefined) return [`"${key}" is not a text of this project, or not any more.`];
  if (entry.source.text === source) return [];
  return [
    `"${key}" was translated from other words than it has by now.\n  then  ${source}\n  now   ${entry.source.text}`,
  ];
}

function changedFiles(
  wanted: readonly Wanted[],
  locale: Locale,
  sources: ReadonlyMap<string, Source>,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { entry, target } of wanted) {
    const { file, path } = placeOf(entry, locale);
    const text = files.get(file) ?? sources.get(file)?.text ?? '{}\n';
    files.set(file, withText(parseSource(file, text), path, target));
  }
  return files;
}

function withText(source: Source, path: readonly (string | number)[], target: string): string {
  const key = String(path.at(-1));
  const edit = replaceString(source, path, target) ?? insertProperty(source, path.slice(0, -1), key, target);
  if (edit !== undefined) return applyEdits(source.text, [edit]);
  // Nothing is in the file yet.
  return `${JSON.stringify({ [key]: target }, null, 2)}\n`;
}
