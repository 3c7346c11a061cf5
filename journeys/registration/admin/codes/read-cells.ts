/** A day as `YYYY-MM-DD`, two possible days, or `null` for an invalid text. */
export type ReadDay = { readonly day: string } | { readonly either: readonly [string, string] } | null;

/**
 * Parses a day in formats of spreadsheets: `2026-12-31`, `31.12.2026`, `31-12-2026`, `31/12/2026`, with or without midnight. Ambiguous days
 * such as `05/06/2026` are not guessed. With dots and hyphens, the day comes first in all countries that use them; years have four digits.
 */
export function readDay(text: string): ReadDay {
  const written = text.trim().replace(/[T ]0{1,2}:00(?::00(?:[.,]0+)?)?Z?$/, '');
  const iso = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?$/.exec(written);
  if (iso !== null) return existing(iso[1], iso[2], iso[3]);
  const [, first, separator, second, year] = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/.exec(written) ?? [];
  const dayFirst = existing(year, second, first);
  if (separator !== '/') return dayFirst;
  const monthFirst = existing(year, first, second);
  if (dayFirst === null || monthFirst === null || dayFirst.day === monthFirst.day) return dayFirst ?? monthFirst;
  return { either: [dayFirst.day, monthFirst.day] };
}

function existing(year = '', month = '', day = ''): { readonly day: string } | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? { day: iso } : null;
}

/** A whole number with any thousands separator, such as `1.000` or `1 000`; `NaN` otherwise. */
export function readWhole(text: string): number {
  const written = text.trim();
  return /^(?:\d{1,15}|\d{1,3}([.,'’\s])\d{3}(?:\1\d{3}){0,3})$/u.test(written)
    ? Number(written.replaceAll(/\D/g, ''))
    : Number.NaN;
}
