import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { DimensionResult } from '#server/site/experiments/results/figures.ts';

/** Display name of a value of a dimension. */
export function nameValue(
  t: StaffTranslator,
  locale: Locale,
  dimension: DimensionResult['dimension'],
  value: string,
): string {
  if (value === '') return t('results.unknown');
  if (dimension === 'locale') return nameLanguage(value);
  if (dimension === 'country') return nameCountry(locale, value);
  const key: string = `results.${dimension}.${value}`;
  return t.has(key) ? t(key) : value;
}

export function nameDevice(t: StaffTranslator, device: string): string {
  const key: string = `results.device.${device}`;
  return t.has(key) ? t(key) : device;
}

export function nameLanguage(code: string): string {
  const locale = locales.find((each) => each === code);
  return locale === undefined ? code : getNativeLanguageName(locale);
}

export function nameCountry(locale: Locale, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    // Not a valid region code.
    return code;
  }
}
