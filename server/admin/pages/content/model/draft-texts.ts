import { CONFIRMED_FILE } from '#engine/documents/confirmed-texts.ts';
import { type Confirmed, parseConfirmed } from '#engine/documents/translations/confirmed.ts';
import {
  isNeeded,
  listTextEntries,
  locateEntry,
  targetLocales,
  type TranslatableText,
} from '#engine/documents/translations/entries.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { identify } from '#engine/documents/written.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { Content, ReadContent } from './content.ts';
import { listKeyForms, listTextKeys } from './document-texts.ts';

/** A text of a draft in a target language. */
export interface DraftText {
  readonly entry: TranslatableText;
  readonly locale: Locale;
  /** `outdated`: the draft changed the source but not the translation, and the translation was not confirmed. */
  readonly state: 'missing' | 'outdated' | 'done';
  /** A document of the draft that uses it. */
  readonly document: DocumentId | null;
}

/** Texts that drafts may change; those of mails and the admin area are part of the release. */
export const listDraftEntries = ({ texts }: Content): readonly TranslatableText[] =>
  listTextEntries(texts).filter((entry) => isContentPath(locateEntry(entry, sourceLocale).file));

/** `null` when the file is unreadable. */
export const readDraftConfirmations = ({ files }: Pick<Content, 'files'>): Confirmed | null =>
  parseConfirmed(files.get(CONFIRMED_FILE) ?? null, 'keep');

/** Texts used by documents of the draft, and texts that it changes, by language. */
export async function listDraftTexts(
  { read }: { readonly read: ReadContent },
  draft: Draft,
): Promise<readonly DraftText[]> {
  const [content, live] = [await read(draft.id), await read()];
  const shown = listShownKeys(content, draft);
  const confirmed = readDraftConfirmations(content);
  return listDraftEntries(content).flatMap((entry) => {
    const before = live.texts.keys.get(entry.key);
    const document = shown.get(entry.key) ?? null;
    const text = (locale: Locale): string | undefined => entry.versions.get(locale)?.text;
    const isSame = (locale: Locale): boolean => before?.get(locale)?.text === text(locale);
    const isChanged = ![sourceLocale, ...targetLocales].every(isSame);
    if (document === null && !isChanged) return [];
    return targetLocales.flatMap((locale): readonly DraftText[] => {
      const isMissing = text(locale) === undefined;
      if (isMissing && !isNeeded(entry, locale)) return [];
      const isOutdated =
        before !== undefined && !isSame(sourceLocale) && isSame(locale) && confirmed?.has(entry, locale) !== true;
      return [{ entry, locale, state: isMissing ? 'missing' : isOutdated ? 'outdated' : 'done', document }];
    });
  });
}

/** Keys used by documents of the draft, each with one of the documents. */
function listShownKeys(content: Content, { changes }: Draft): ReadonlyMap<string, DocumentId> {
  const shown = new Map<string, DocumentId>();
  for (const { path } of changes) {
    const id = identify(path)?.id;
    const document = id === undefined ? undefined : content.expanded.get(id);
    if (id === undefined || document === undefined) continue;
    for (const key of listTextKeys(document)) for (const form of listKeyForms(content, key)) shown.set(form, id);
  }
  return shown;
}
