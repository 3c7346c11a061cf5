export interface LanguageMistake {
  readonly message: string;
  readonly expected: string;
  /** The same language as its tag is written. */
  readonly suggestion?: string;
}

/** Why a text is not the BCP 47 tag of a language, written as the standard wants it; `null` when it is. */
export function languageMistake(tag: string): LanguageMistake | null {
  const expected = 'a BCP 47 tag such as "de", "pt-BR" or "zh-Hant"';
  let canonical: string | undefined;
  try {
    [canonical] = Intl.getCanonicalLocales(tag);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const suggestion = tag.replaceAll('_', '-');
    return {
      message: `"${tag}" is not a language tag.`,
      expected,
      ...(suggestion !== tag && languageMistake(suggestion) === null && { suggestion }),
    };
  }
  if (canonical !== tag)
    return { message: `The language tag "${tag}" is written "${canonical}".`, expected, suggestion: canonical };
  const { language } = new Intl.Locale(tag);
  if (known.of(language) === undefined)
    return { message: `There is no language "${language}" in the tag "${tag}".`, expected };
  return null;
}

const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Writing direction of a language: `rtl` for Arabic, Hebrew, Persian and others. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  let direction = directions.get(locale);
  if (direction === undefined) {
    const { script = '' } = new Intl.Locale(locale).maximize();
    directions.set(locale, (direction = rightToLeft.has(script) ? 'rtl' : 'ltr'));
  }
  return direction;
}

/** Of the languages of a site, which are few; each page asks several times. */
const directions = new Map<string, 'ltr' | 'rtl'>();

/** ISO 15924 scripts that are written from right to left and that a language of today is written in. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
]);
