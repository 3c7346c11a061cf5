import { locateOffset, findOffset } from '#engine/documents/locate.ts';
import type { Source } from '#engine/documents/source.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { targetLocales } from '#engine/documents/translations/entries.ts';
import type { UntranslatedText } from './list-untranslated-texts.ts';
import type { FindPages } from '#engine/documents/translations/pages.ts';

/** Label of texts that belong to no page. */
const ELSEWHERE = 'mails, messages and scripts';

/** Table of page × language with the number of open texts; pages without any are left out. */
export function formatStatus(open: readonly UntranslatedText[], findPages: FindPages): readonly string[] {
  const rows = new Map<DocumentId, UntranslatedText[]>();
  for (const text of open) {
    const pages = findPages(text.entry);
    for (const page of pages.length === 0 ? [ELSEWHERE] : pages) rows.set(page, [...(rows.get(page) ?? []), text]);
  }
  const names = [...rows.keys()].toSorted(
    (a, b) => Number(a === ELSEWHERE) - Number(b === ELSEWHERE) || (a < b ? -1 : 1),
  );
  return table([
    ['', ...targetLocales],
    ...names.map((name) => [name, ...targetLocales.map((locale) => cell(rows.get(name) ?? [], locale))]),
  ]);
}

function cell(open: readonly UntranslatedText[], locale: Locale): string {
  const own = open.filter((text) => text.locale === locale);
  const stale = own.filter(({ since }) => since !== undefined).length;
  const parts = [
    ...(own.length > stale ? [`${own.length - stale} missing`] : []),
    ...(stale > 0 ? [`${stale} stale`] : []),
  ];
  return parts.length === 0 ? 'complete' : parts.join(', ');
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** An open text with its place, source and translation. */
export function formatUntranslatedText(
  { entry, locale, location, since }: UntranslatedText,
  sources: ReadonlyMap<string, Source>,
): string {
  const source = sources.get(location.file);
  const { line, column } = locateOffset(source?.text ?? '', source === undefined ? 0 : findOffset(source, location));
  const why = since === undefined ? 'missing' : `stale    ${reason(since)}`;
  const words = [`  en  ${entry.source.text}`, `  ${locale}  ${entry.versions.get(locale)?.text ?? '–'}`];
  return [`${location.file}:${line}:${column}  ${entry.key}  ${why}`, ...words].join('\n');
}

function reason({ commit, day }: NonNullable<UntranslatedText['since']>): string {
  return commit === '' ? 'English is not committed yet' : `English is of ${day}, ${commit}`;
}
