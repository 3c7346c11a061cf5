import { locales } from '#schemas/generated/vocabulary.ts';

let pattern: RegExp | undefined;

/**
 * A day in digits with its year, or with the name of its month in a language of the site. In digits without a year it may be another figure,
 * and a year alone is history.
 */
export function getDayPattern(): RegExp {
  pattern ??= makePattern();
  return pattern;
}

function makePattern(): RegExp {
  const months = locales.flatMap((locale) => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) =>
      format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month'),
    ).map((part) => part?.value ?? '');
  });
  const month = `(?:${[...new Set(months)].join('|')})`;
  const day = String.raw`\d{1,2}(?:\.|er|st|nd|rd|th)?`;
  const year = String.raw`(?:,?\s(?:de\s)?(?:19|20)\d{2}(?!\d))?`;
  return new RegExp(
    [
      String.raw`(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)`,
      String.raw`(?<![\d.])\d{1,2}([./])\s?\d{1,2}\1\s?(?:19|20)\d{2}(?!\d)`,
      String.raw`(?<!\d)${day}\s(?:de\s)?${month}(?!\p{L})${year}`,
      String.raw`(?<!\p{L})${month}\s${day}(?![\d\p{L}])${year}`,
    ].join('|'),
    'u',
  );
}
