import { parseDecimal } from '#engine/shared/parse-number.ts';
import { isCountry } from '#engine/shared/countries.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Device } from '#engine/experiments/user-agent.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { readMetrics } from '../metric-fields.ts';
import { allDevices, buildVariationKey, listVariants, type ExperimentDraft } from './experiment-draft.ts';

export interface ReadExperimentDraft {
  /** `null` with errors. */
  readonly draft: ExperimentDraft | null;
  /** In the language of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Field names. */
export const nameWeightField = (variant: DocumentId): string => `weight-${buildVariationKey(variant)}`;
export const nameLocaleField = (locale: Locale): string => `in-${locale}`;
export const nameDeviceField = (device: Device): string => `on-${device}`;

/** Default values. */
export const usual = { weight: '50', none: '0', effect: '5', rate: '10' } as const;

const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_KEY_LENGTH = 60;

/** Reads the plan of an experiment from the address. */
export function readExperimentDraft(
  { query, t }: { readonly query: Pick<URLSearchParams, 'get'>; readonly t: StaffTranslator },
  site: Pick<Site, 'documents' | 'experiments'>,
  document: DocumentId,
  { available, now }: { readonly available: readonly Locale[]; readonly now: number },
): ReadExperimentDraft {
  const errors: Record<string, string> = {};
  const text = (name: string): string => (query.get(name) ?? '').trim();
  const number = (name: string, least: number, most: number): number => {
    const value = parseDecimal(text(name));
    if (!(value >= least && value <= most)) errors[name] = wrongNumber(t, least, most);
    return value;
  };
  const key = text('key');
  if (!KEY.test(key) || key.length > MAX_KEY_LENGTH) errors['key'] = t('split.keyWrong');
  else if (site.experiments.some((each) => each.key === key)) errors['key'] = t('split.keyTaken');
  const hypothesis = text('hypothesis');
  if (hypothesis.length < 10) errors['hypothesis'] = t('split.hypothesisShort');
  const base = { key: 'base', variant: document, weight: number('weight', 1, 1_000) };
  const variants = listVariants(site, document).map((variant) => {
    const weight = text(nameWeightField(variant)) === '' ? 0 : number(nameWeightField(variant), 0, 1_000);
    return { key: buildVariationKey(variant), variant, weight };
  });
  const chosen = variants.filter(({ weight }) => weight > 0);
  const [first] = variants;
  if (chosen.length === 0 && first !== undefined) errors[nameWeightField(first.variant)] ??= t('split.noVariation');
  const locales = available.filter((locale) => query.get(nameLocaleField(locale)) === 'on');
  const [anyLocale] = available;
  if (locales.length === 0 && anyLocale !== undefined) errors[nameLocaleField(anyLocale)] = t('split.noLanguage');
  const { from, to } = readWindow(text, now, (name, why) => (errors[name] = t(why)));
  const devices = allDevices.filter((device) => query.get(nameDeviceField(device)) === 'on');
  if (devices.length === 0) errors[nameDeviceField('phone')] = t('split.noDevice');
  const countries = listed(text('countries')).map((code) => code.toUpperCase());
  const [unknown] = countries.filter((code) => !isCountry(code));
  if (unknown !== undefined) errors['countries'] = t('split.countryWrong', { code: unknown });
  const utmSources = listed(text('utm'));
  const metrics = readMetrics(text);
  const effect = number('effect', 0.1, 1_000) / 100;
  const rate = number('rate', 0.01, 99) / 100;
  const daily = text('daily') === '' ? null : number('daily', 1, 1e9);
  const variations = [base, ...chosen];
  const target = { locales, countries, devices, utmSources };
  const draft = {
    document,
    key,
    hypothesis,
    variations,
    ...target,
    ...metrics,
    from,
    to,
    effect,
    rate,
    daily,
  };
  return { draft: Object.keys(errors).length === 0 ? draft : null, errors };
}

/** Splits a comma-separated list, without duplicates. */
const listed = (text: string): readonly string[] => [...new Set(text.split(/[,;\s]+/).filter((each) => each !== ''))];

/** Start and end as browsers submit them: without a zone, in the time zone of the site. */
function readWindow(
  text: (name: string) => string,
  now: number,
  refuse: (name: 'from' | 'to', key: 'split.momentWrong' | 'split.past' | 'split.endFirst') => void,
): { readonly from: string; readonly to: string } {
  const moment = (name: 'from' | 'to'): number | null => {
    const written = text(name);
    if (written === '') return null;
    try {
      const at = toEpoch(written, SHOP_ZONE);
      if (at < now) refuse(name, 'split.past');
      return at;
    } catch {
      refuse(name, 'split.momentWrong');
      return null;
    }
  };
  const [from, to] = [moment('from'), moment('to')];
  if (from !== null && to !== null && to <= from) refuse('to', 'split.endFirst');
  return { from: text('from'), to: text('to') };
}

function wrongNumber(t: StaffTranslator, least: number, most: number): string {
  const format = new Intl.NumberFormat(t.locale === 'en' ? 'en-GB' : t.locale);
  return t('split.numberWrong', { least: format.format(least), most: format.format(most) });
}
