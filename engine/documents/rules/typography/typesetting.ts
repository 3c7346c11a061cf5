import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A typographic mistake. */
export interface Misprint {
  /** UTF-16 code units into the text. */
  readonly at: number;
  /** A sentence: what is wrong and what to do. */
  readonly message: string;
  /** Replacement for `found`; absent if a person has to decide. */
  readonly instead?: string;
  readonly found: string;
}

interface Mark {
  readonly pattern: RegExp;
  readonly message: string;
  readonly instead?: string | ((found: string) => string);
}

const NO_BREAK = '\u00A0';

const everywhere: readonly Mark[] = [
  {
    pattern: /^\s+|(?<!\s)\s+$/g,
    message: 'A blank begins or ends the text. Delete it.',
    instead: '',
  },
  {
    pattern: /(?<=\S)(?:[ \u00A0\u202F]{2,}|\t+| *\n\s*)(?=\S)/g,
    message: 'Several blanks, a tab or a new line are shown as one blank. Write one, or <br/> for a new line.',
    instead: (found) => (found.includes(NO_BREAK) ? NO_BREAK : ' '),
  },
  {
    pattern: /(?<=\d) (?=[\p{L}%‰€$£°])/gu,
    message: 'A line may end between a figure and what it counts. Write a no-break space (U+00A0).',
    instead: NO_BREAK,
  },
  {
    pattern: /(?<=[\p{L}\p{N}}\uFFFC%)]) +(?=[.,](?:\s|$))/gu,
    message: 'There is a space before a punctuation mark. Delete it.',
    instead: '',
  },
  {
    pattern: /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/gu,
    message:
      'An emoji looks different on each device, in none of the colours of the brand, and screen readers read its name out. Use words, or an icon of the block.',
  },
  {
    pattern: /\.{3,}/g,
    message: 'Three full stops are used as an ellipsis. Write “…” (U+2026).',
    instead: '…',
  },
  {
    pattern: /(?<=\p{L})'(?=[\p{L}{\uFFFC])/gu,
    message: 'The apostrophe is straight. Write “’” (U+2019).',
    instead: '’',
  },
  {
    pattern: /"|(?<!\p{L})'|'(?![\p{L}{\uFFFC])/gu,
    message: 'The quotation mark is straight. Write those of the language.',
  },
  {
    pattern:
      /Ã[\u00A0-\u00BF\u0178\u0192\u0160\u0161\u017D\u017E\u0152\u0153\u201A-\u201E\u2013\u2014\u2020-\u2022\u2030\u2039\u203A\u20AC\u2122]|[ÅÄ][\u00A1-\u00BF\u0192\u0178\u201A\u201E\u2020-\u2022\u2030\u2039\u203A\u2122]|â€[\u0090-\u00BF\u0153\u02DC\u201C\u201D\u2020-\u2122]|Â[\u00A0-\u00BF]/gu,
    message:
      'A letter was saved in one encoding and read in another, as by a table that takes UTF-8 for Windows-1252. Write the letter itself.',
  },
  {
    pattern: /(?<=\p{L})\?(?=\p{Ll})/gu,
    message:
      'A question mark stands inside a word, as where a letter or an apostrophe was lost between two encodings. Write the character that belongs there.',
  },
  {
    pattern: /([,;:!?])\1+|(?<![.!?…])\.\.(?!\.)/g,
    message: 'A punctuation mark is doubled. Write it once.',
    instead: (found) => found.slice(0, 1),
  },
  {
    pattern: /(?<=\p{L}{2}),(?=\p{L}{2})/gu,
    message: 'A blank is missing after a comma. Write one.',
    instead: ', ',
  },
  {
    pattern: /(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll})/gu,
    message: 'A blank is missing between two sentences. Write one.',
    instead: ' ',
  },
  {
    pattern: /(?<=\() +|(?<! ) +(?=\))/g,
    message: 'There is a space inside a bracket. Delete it.',
    instead: '',
  },
  {
    pattern: /\((?![^)]*\))|(?<=^[^(]*\p{L}{3}[.!?…]?)\)/gu,
    message: 'A bracket has no other half. Write both, or none.',
  },
  {
    pattern: /[A-Za-z][\u0300-\u036F]+/g,
    message:
      'A letter and its accent are two characters, so that a search for the letter does not find it. Write the letter itself.',
    instead: (found) => found.normalize('NFC'),
  },
  {
    pattern: /--+|(?<=\s)-(?=\s|$)/g,
    message: 'Hyphens are used as a dash. Write a dash (“–” or “—”), or better a comma.',
  },
];

/** Only French separates other marks by spaces. */
const outsideFrench: readonly Mark[] = [
  {
    pattern: /(?<=[\p{L}\p{N}}\uFFFC%)]) +(?=[:;?!](?:\s|$))/gu,
    message: 'There is a space before a punctuation mark. Delete it.',
    instead: '',
  },
];

const openQuote = (pattern: RegExp): Mark => ({
  pattern,
  message: 'A quotation mark is never closed. Write the other one.',
});

const foreignQuotes = (pattern: RegExp, own: string): Mark => ({
  pattern,
  message: `This quotation mark is that of another language. Write ${own}.`,
});

/** Marks of some languages only. */
const byLocale: Readonly<Partial<Record<Locale, readonly Mark[]>>> = {
  en: [foreignQuotes(/[„«»]/g, '“ and ”'), openQuote(/“(?![^“]*[”„«»])/g)],
  de: [foreignQuotes(/”|(?<=^|[\s(])“(?=\S)/g, '„ and “, or » and «'), openQuote(/„(?![^„]*[“”])/g)],
  it: [foreignQuotes(/„/g, '« and », or “ and ”'), openQuote(/«(?![^«]*»)/g)],
  sv: [foreignQuotes(/[“„«]/g, '” or » on both sides')],
  nl: [openQuote(/“(?![^“]*”)/g)],
  fr: [
    foreignQuotes(/„/g, '« and »'),
    openQuote(/«(?![^«]*»)/g),
    {
      pattern: / (?=[:;?!»])|(?<=«) /g,
      message: 'A line may end before a mark that French sets apart. Write a no-break space (U+00A0).',
      instead: NO_BREAK,
    },
    {
      pattern: /(?<=[\p{L}\p{N}%)}’…])(?=[;!»]|\?(?!\p{Ll})|:(?:\s|$))|(?<=«)(?=[\p{L}\p{N}{])/gu,
      message: 'French sets this mark apart. Write a no-break space (U+00A0) between it and the word.',
      instead: NO_BREAK,
    },
  ],
  pl: [
    foreignQuotes(/“|(?<=^|[\s(])”(?=\S)/g, '„ and ”'),
    openQuote(/„(?![^„]*[”“])/g),
    {
      pattern: /(?<=(?:^|[^\p{L}\p{N}])[aiouwz]) (?=\S)/giu,
      message:
        'A line may end with a word of one letter, which Polish keeps with the next. Write a no-break space (U+00A0).',
      instead: NO_BREAK,
    },
  ],
};

/**
 * Typographic mistakes of a text, in order. Tags are ignored.
 *
 * @param counts Names of claims that count something, such as `labels` for 3,000 labels.
 */
export function findMisprints(locale: Locale, text: string, counts: readonly string[]): readonly Misprint[] {
  const words = withoutTags(text);
  return getMarks(locale, counts)
    .flatMap(({ pattern, message, instead }) =>
      [...words.matchAll(pattern)].map(({ index, 0: found }): Misprint => ({
        message,
        instead: typeof instead === 'function' ? instead(found) : instead,
        at: index,
        found,
      })),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** The text with all unambiguous mistakes corrected. */
export function fixMisprints(text: string, misprints: readonly Misprint[]): string {
  return misprints.toReversed().reduce((fixed, { at, found, instead }) => {
    if (instead === undefined || fixed.slice(at, at + found.length) !== found) return fixed;
    return fixed.slice(0, at) + instead + fixed.slice(at + found.length);
  }, text);
}

/** Replaces tags by neutral characters, so that offsets stay valid. */
const withoutTags = (text: string): string => text.replaceAll(/<[^<>]*>/g, (tag) => '\uFFFC'.repeat(tag.length));

const buildCountMarks = (names: readonly string[]): readonly Mark[] =>
  names.length === 0
    ? []
    : [
        {
          pattern: new RegExp(`(?<=\\{claims\\.(?:${names.join('|')})\\}) (?=\\p{L})`, 'gu'),
          message: 'A line may end between a figure and what it counts. Write a no-break space (U+00A0).',
          instead: NO_BREAK,
        },
      ];

const marksByCounts = new WeakMap<readonly string[], Map<Locale, readonly Mark[]>>();

/** All marks of a language; cached, because their patterns are many and the texts more. */
function getMarks(locale: Locale, counts: readonly string[]): readonly Mark[] {
  let byLanguage = marksByCounts.get(counts);
  if (byLanguage === undefined) marksByCounts.set(counts, (byLanguage = new Map()));
  let marks = byLanguage.get(locale);
  if (marks === undefined) {
    const ofLocale = [...(locale === 'fr' ? [] : outsideFrench), ...(byLocale[locale] ?? [])];
    marks = [...everywhere, ...buildDayMarks(locale), ...buildCountMarks(counts), ...ofLocale];
    byLanguage.set(locale, marks);
  }
  return marks;
}

/** A date such as `22. November 2026`, without line breaks inside. */
function buildDayMarks(locale: Locale): readonly Mark[] {
  const names = listMonths(locale).join('|');
  const message = 'A line may end inside a day. Write no-break spaces (U+00A0) between day, month and year.';
  return [
    { pattern: new RegExp(`(?<=\\d(?:\\.|er|°)) (?=(?:${names})\\b)`, 'gu'), message, instead: NO_BREAK },
    { pattern: new RegExp(`(?<=\\d\\S{0,2}[ \\u00A0](?:${names})) (?=\\d{4})`, 'gu'), message, instead: NO_BREAK },
  ];
}

/** Names of the months in dates. */
function listMonths(locale: Locale): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return Array.from(
    { length: 12 },
    (_, month) => format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? '',
  );
}
