import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Asking } from '#server/admin/room.ts';
import type { StaffWords } from '#server/admin/words.ts';
import { armKey, variantsOf, type Wish } from './wish.ts';

export interface ReadWish {
  /** `null` while something is wrong. */
  readonly wish: Wish | null;
  /** In the language of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Names of the fields. */
export const weightField = (variant: DocumentId): string => `weight-${armKey(variant)}`;
export const localeField = (locale: Locale): string => `in-${locale}`;

/** What is in fields that nobody has filled in. */
export const usual = { weight: '50', none: '0', effect: '5', rate: '10' } as const;

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_KEY = 60;

/** Reads what the address says of an experiment on a page. */
export function readWish(
  { query, words }: Pick<Asking, 'query' | 'words'>,
  site: Pick<Site, 'documents' | 'experiments'>,
  document: DocumentId,
  available: readonly Locale[],
): ReadWish {
  const errors: Record<string, string> = {};
  const text = (name: string): string => (query.get(name) ?? '').trim();
  const number = (name: string, least: number, most: number): number => {
    const value = Number(text(name).replace(',', '.') || Number.NaN);
    if (!(value >= least && value <= most)) errors[name] = wrongNumber(words, least, most);
    return value;
  };
  const key = text('key');
  if (!KEY.test(key) || key.length > LONGEST_KEY) errors['key'] = words('split.keyWrong');
  else if (site.experiments.some((each) => each.key === key)) errors['key'] = words('split.keyTaken');
  const hypothesis = text('hypothesis');
  if (hypothesis.length < 10) errors['hypothesis'] = words('split.hypothesisShort');
  const base = { key: 'base', variant: document, weight: number('weight', 1, 1_000) };
  const variants = variantsOf(site, document).map((variant) => {
    const weight = text(weightField(variant)) === '' ? 0 : number(weightField(variant), 0, 1_000);
    return { key: armKey(variant), variant, weight };
  });
  const chosen = variants.filter(({ weight }) => weight > 0);
  const [first] = variants;
  if (chosen.length === 0 && first !== undefined) errors[weightField(first.variant)] ??= words('split.noArm');
  const locales = available.filter((locale) => query.get(localeField(locale)) === 'on');
  const [anyLocale] = available;
  if (locales.length === 0 && anyLocale !== undefined) errors[localeField(anyLocale)] = words('split.noLanguage');
  const effect = number('effect', 0.1, 1_000) / 100;
  const rate = number('rate', 0.01, 99) / 100;
  const daily = text('daily') === '' ? null : number('daily', 1, 1e9);
  const wish = { document, key, hypothesis, arms: [base, ...chosen], locales, effect, rate, daily };
  return { wish: Object.keys(errors).length === 0 ? wish : null, errors };
}

function wrongNumber(words: StaffWords, least: number, most: number): string {
  const format = new Intl.NumberFormat(words.locale === 'en' ? 'en-GB' : words.locale);
  return words('split.numberWrong', { least: format.format(least), most: format.format(most) });
}
