import { memoizePer } from '#engine/shared/once-per.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Formats numbers of experiments in a language. */
export interface FigureFormats {
  /** A rate such as 0.0478: "4.78%". */
  rate(share: number): string;
  /** An effect such as -0.012: "−1.2%". */
  effect(share: number): string;
  /** A round share such as 0.05: "5%". */
  share(share: number): string;
  /** A probability; never shown as 0% or 100%. */
  chance(share: number): string;
  p(value: number): string;
  /** A date on an axis, from ISO 8601. */
  day(iso: string): string;
}

/** Smaller probabilities are shown as "less than". */
const MIN = 0.001;

export const createFigureFormats = memoizePer((locale: Locale): FigureFormats => {
  const name = locale === 'en' ? 'en-GB' : locale;
  const percent = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(name, { style: 'percent', ...options });
    return (value: number): string => format.format(value).replace('-', '−');
  };
  const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
  const one = percent(digits(1));
  const number = new Intl.NumberFormat(name, { maximumFractionDigits: 3 });
  const dayFormat = new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    rate: percent(digits(2)),
    effect: percent({ ...digits(1), signDisplay: 'exceptZero' }),
    share: percent({ maximumFractionDigits: 1 }),
    chance(share) {
      if (share > 1 - MIN) return `> ${one(1 - MIN)}`;
      return share < MIN ? `< ${one(MIN)}` : one(share);
    },
    p: (value) => (value < MIN ? `< ${number.format(MIN)}` : number.format(value)),
    day: (iso) => dayFormat.format(Date.parse(iso)),
  };
});
