/** A day as `YYYY-MM-DD`, the two that a text may mean, or `null` for what is not a day. */
export type ReadDay = { readonly day: string } | { readonly either: readonly [string, string] } | null;

/**
 * A day as spreadsheets of different countries write it: `2026-12-31`, `31.12.2026`, `31-12-2026`, `31/12/2026`, with a midnight behind it or
 * without. Where day and month may be exchanged, as in `05/06/2026`, nobody guesses. Points and hyphens stand behind the day in every
 * country that has them, and years have four digits.
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

/** A whole number with the thousands of any country between its digits, such as `1.000` or `1 000`; `NaN` for everything else. */
export function readWhole(text: string): number {
  const written = text.trim();
  return /^(?:\d{1,15}|\d{1,3}([.,'’\s])\d{3}(?:\1\d{3}){0,3})$/u.test(written)
    ? Number(written.replaceAll(/\D/g, ''))
    : Number.NaN;
}
