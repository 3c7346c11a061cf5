import { findTimeZoneCountry } from '#engine/shared/country-hints.ts';

/** Default without any information (V3). */
const FALLBACK = 'DE';

/**
 * Selects the country of an untouched field (V3): the server's result by visitor or top-level domain, else the browser's time zone, else
 * DE; countries that are not options are skipped. Where a form document requires a country, the visitor has to choose.
 */
export function refineCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement) || field.value !== '' || field.ariaInvalid === 'true') return;
  // A value without an option leaves the field empty.
  field.value = findTimeZoneCountry(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
  field.value ||= FALLBACK;
  // Not a choice of the visitor: sets the initial value.
  for (const option of field.options) option.defaultSelected = option.selected;
}
