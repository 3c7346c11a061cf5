import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { CONFIRMED_FILE as FILE, hashSourceText, markSameText } from '#engine/documents/confirmed-texts.ts';
import { sameText } from '#engine/documents/rules/untranslated-text/same-text.ts';
import { isObject } from '#engine/documents/json.ts';
import type { TranslatableText } from '#engine/documents/translations/entries.ts';

/** Language → key → mark of the source that the translation was compared with. */
type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Confirmed {
  has(entry: TranslatableText, locale: string): boolean;
  /** The text of the file with more of them, without those whose source is another one by now. */
  with(entries: readonly TranslatableText[], locale: string, all: readonly TranslatableText[]): string;
}

/** @throws UserError when the file is not what this command writes. */
export function readConfirmed(root: string): Confirmed {
  const marks = readMarks(join(root, FILE));
  const findMark = ({ key, source: { text } }: TranslatableText, locale: string): string | undefined =>
    [hashSourceText(text), markSameText(text)].find((mark) => mark === marks[locale]?.[key]);
  const has = (entry: TranslatableText, locale: string): boolean => findMark(entry, locale) !== undefined;
  return {
    has,
    with(entries, locale, all) {
      const languages = [...new Set([...Object.keys(marks), locale])].toSorted();
      const updated = languages.map((language) => {
        const keys = all.flatMap((entry) => {
          const isNew = language === locale && entries.includes(entry);
          const mark = isNew ? computeMark(entry, language) : findMark(entry, language);
          return mark === undefined ? [] : [[entry.key, mark] as const];
        });
        return [language, Object.fromEntries(keys.toSorted(([a], [b]) => (a < b ? -1 : 1)))] as const;
      });
      return `${JSON.stringify(Object.fromEntries(updated), null, 2)}\n`;
    },
  };
}

export function writeConfirmed(root: string, text: string): void {
  writeFileSync(join(root, FILE), text);
}

/** Words that are changed into those of another language afterwards are not meant. */
const computeMark = ({ source, versions }: TranslatableText, language: string): string =>
  sameText(versions).some(({ locale }) => locale === language)
    ? markSameText(source.text)
    : hashSourceText(source.text);

function readMarks(file: string): Marks {
  const text = readOptional(file);
  if (text === null) return {};
  const value: unknown = parse(text);
  if (isMarks(value)) return value;
  throw new UserError(
    `${FILE} cannot be read. It maps languages to keys and marks, as "npm run texts -- confirm" writes them; put it back from the history, or delete it.`,
  );
}

function isMarks(value: unknown): value is Marks {
  return (
    isObject(value) &&
    Object.values(value).every(
      (marks) => isObject(marks) && Object.values(marks).every((mark) => typeof mark === 'string'),
    )
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
