import { type ImportResult, openImport } from '#engine/documents/translations/import-translations.ts';
import { type TranslatableText, listTextEntries } from '#engine/documents/translations/entries.ts';
import { readExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit, Unit } from '#engine/documents/translations/exchange/unit.ts';
import { localDeployment } from '#engine/cli/local-deployment.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { getProject, resolve } from '#engine/documents/resolve.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Texts of a project as `npm run texts` works on them, with nothing on a disk. */
export interface TranslationDesk {
  readonly entries: readonly TranslatableText[];
  readonly sources: ReadonlyMap<string, Source>;
}

export async function openTranslations(root: string): Promise<TranslationDesk> {
  const project = getProject(resolve({ ...(await readProject(root)), deployment: localDeployment, journeys }));
  return {
    entries: listTextEntries(project.references.texts),
    sources: new Map(project.sources.map((source) => [source.file, source])),
  };
}

/** Every text that a language has, as it is sent. */
export function sentUnits({ entries }: TranslationDesk, locale: Locale): readonly SentUnit[] {
  return entries.flatMap(({ key, source, versions }) => {
    const target = versions.get(locale)?.text;
    return target === undefined ? [] : [{ key, source: source.text, target, note: 'Up to date.' }];
  });
}

/** The same project, in which every text of a language says something else. */
export function blanked({ entries, sources }: TranslationDesk, locale: Locale): TranslationDesk {
  const other = new Map(sources);
  const blank = entries.map((entry): TranslatableText => {
    const version = entry.versions.get(locale);
    if (version === undefined) return entry;
    return { ...entry, versions: new Map([...entry.versions, [locale, { ...version, text: BLANK }]]) };
  });
  for (const [file, { text }] of sources)
    if (file.startsWith(`locales/${locale}/`))
      other.set(file, parseSource(file, text.replaceAll(/(: )"(?:[^"\\]|\\.)*"/g, `$1"${BLANK}"`)));
    else if (file.endsWith('/strings.json'))
      other.set(
        file,
        parseSource(file, text.replaceAll(new RegExp(`("${locale}": )"(?:[^"\\\\]|\\\\.)*"`, 'g'), `$1"${BLANK}"`)),
      );
  return { entries: blank, sources: other };
}

const BLANK = '–';

export interface Imported extends ImportResult {
  readonly units: readonly Unit[];
}

/** What an import would write; rules find nothing here. */
export function importInto({ entries, sources }: TranslationDesk, bytes: Uint8Array, language?: Locale): Imported {
  const units = readExchange('back', bytes, language);
  return { units, ...openImport(units, entries, sources).finish([]) };
}
