import { UserError } from '#engine/shared/errors.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** Resolves the languages named in a file. */
export class FileLanguages {
  readonly #wished: Locale | undefined;
  /** Language of the site → its name in the file. */
  readonly #named = new Map<Locale, string>();

  /** @param wished language given by the caller, for a file that names none */
  constructor(wished?: Locale) {
    this.#wished = wished;
  }

  /**
   * The language of the site for a name in the file, such as `de` for `de-DE`.
   *
   * @throws UserError for an unknown or ambiguous language, or another one than the caller's
   */
  target(named: string | undefined, line: number): Locale {
    if (named === undefined || named.trim() === '') {
      if (this.#wished !== undefined) return this.#wished;
      throw new UserError(
        `line ${line}: the language of the translation is not named. Say which it is, such as with "--language ${TARGETS[0] ?? ''}".`,
      );
    }
    const locale = matchLocale(named, TARGETS);
    if (locale === undefined)
      throw new UserError(
        `line ${line}: the language of the translation is "${named}". Expected: one of ${TARGETS.join(', ')}.`,
      );
    if (this.#wished !== undefined && locale !== this.#wished)
      throw new UserError(
        `line ${line}: the language of the translation is "${named}", and "--language" says "${this.#wished}". Leave one of them out.`,
      );
    const other = this.#named.get(locale) ?? named;
    this.#named.set(locale, other);
    if (normal(other) !== normal(named))
      throw new UserError(
        `line ${line}: "${other}" and "${named}" are both "${locale}" here, so it is not clear which one is meant. Send one of them alone.`,
      );
    return locale;
  }
}

const TARGETS: readonly Locale[] = locales.filter((locale) => locale !== sourceLocale);

/** @throws UserError when the texts were translated from another source language */
export function requireSource(named: string | undefined, line: number): void {
  if (named === undefined || matchLocale(named, [sourceLocale]) !== undefined) return;
  throw new UserError(`line ${line}: this was translated from "${named}". Expected: from "${sourceLocale}".`);
}

/** The language for a tag, or for a tag with another region if only one language matches. */
export function matchLocale(tag: string, among: readonly Locale[]): Locale | undefined {
  const wanted = normal(tag);
  const exact = among.find((locale) => normal(locale) === wanted);
  const [language] = wanted.split('-');
  const alike = among.filter((locale) => normal(locale).split('-')[0] === language);
  return exact ?? (alike.length === 1 ? alike[0] : undefined);
}

const normal = (tag: string): string => tag.trim().replaceAll('_', '-').toLowerCase();

/** The language of a column title: a tag, or a language name in English, in the source language, or in itself. */
export function readTitleLocale(title: string, among: readonly Locale[]): Locale | undefined {
  const wanted = title.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/.test(wanted)) {
    const byTag = matchLocale(wanted, among);
    if (byTag !== undefined) return byTag;
  }
  const bare = wanted.replace(/(?<!\s)\s*[([].*$/, '');
  return among.find((locale) =>
    [...locales].some(
      (language) => new Intl.DisplayNames(language, { type: 'language' }).of(locale)?.toLowerCase() === bare,
    ),
  );
}
