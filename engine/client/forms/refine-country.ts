import { findTimeZoneCountry } from '#engine/shared/country-hints.ts';

/** Chosen when nothing is known (V3). */
const FALLBACK = 'DE';

/**
 * Chooses the country of an untouched field (V3): what the server found stays, by the visitor or the top-level domain, else the
 * browser's time zone, else DE. A candidate that is not offered is skipped. Where the server has asked for a country, it is the visitor's
 * to choose: beside what asks for it nothing chooses itself.
 */
export function refineCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement) || field.value !== '' || field.ariaInvalid === 'true') return;
  // A value that is not offered leaves the field empty.
  field.value = findTimeZoneCountry(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? '';
  field.value ||= FALLBACK;
  // Nobody has chosen it: it is what the field begins with.
  for (const option of field.options) option.defaultSelected = option.selected;
}
