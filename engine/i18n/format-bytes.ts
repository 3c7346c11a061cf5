import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A size such as "21.4 kB", with a thousand bytes each. */
export function formatBytes(locale: Locale, bytes: number): string {
  const options = { style: 'unit', unit: 'kilobyte', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, options).format(bytes / 1000);
}
