export interface LanguageMistake {
  readonly message: string;
  readonly expected: string;
  /** The canonical spelling of the tag. */
  readonly suggestion?: string;
}

/** Why a text is not a canonical BCP 47 language tag; `null` when it is. */
export function findLanguageMistake(tag: string): LanguageMistake | null {
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
      ...(suggestion !== tag && findLanguageMistake(suggestion) === null && { suggestion }),
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

/** Cached: a site has few languages, and each page needs this several times. */
const directions = new Map<string, 'ltr' | 'rtl'>();

/** Right-to-left scripts (ISO 15924) of living languages. */
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
