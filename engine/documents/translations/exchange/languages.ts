import { UserError } from '#engine/shared/errors.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** The languages that a file is read with. */
export class FileLanguages {
  readonly #wished: Locale | undefined;
  /** Language of the site → what the file calls it. */
  readonly #named = new Map<Locale, string>();

  /** @param wished what the caller says the file is in, for one that does not say it */
  constructor(wished?: Locale) {
    this.#wished = wished;
  }

  /**
   * The language of the site that a file names, such as `de-DE` for `de`.
   *
   * @throws UserError where it is none of the site's, several, or not what the caller said
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

/** @throws UserError where the words come from another language than the one that texts are written in. */
export function requireSource(named: string | undefined, line: number): void {
  if (named === undefined || matchLocale(named, [sourceLocale]) !== undefined) return;
  throw new UserError(`line ${line}: this was translated from "${named}". Expected: from "${sourceLocale}".`);
}

/** The one language that is meant: by its tag, by a tag with another region where only one language has that name. */
export function matchLocale(tag: string, among: readonly Locale[]): Locale | undefined {
  const wanted = normal(tag);
  const exact = among.find((locale) => normal(locale) === wanted);
  const [language] = wanted.split('-');
  const alike = among.filter((locale) => normal(locale).split('-')[0] === language);
  return exact ?? (alike.length === 1 ? alike[0] : undefined);
}

const normal = (tag: string): string => tag.trim().replaceAll('_', '-').toLowerCase();

/** The language that the title of a column names: a tag, or a name in English, in the language of texts, or in itself. */
export function readTitleLocale(title: string, among: readonly Locale[]): Locale | undefined {
  const wanted = title.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/.test(wanted)) {
    const byTag = matchLocale(wanted, among);
    if (byTag !== undefined) return byTag;
  }
  const bare = wanted.replace(/\s*[([].*$/, '');
  return among.find((locale) =>
    [...locales].some(
      (language) => new Intl.DisplayNames(language, { type: 'language' }).of(locale)?.toLowerCase() === bare,
    ),
  );
}
