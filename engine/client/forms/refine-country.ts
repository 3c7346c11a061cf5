import { countryOfHost, countryOfTimeZone } from '#engine/base/country-hints.ts';

/** Chosen when nothing is known (V3). */
const FALLBACK = 'DE';

/**
 * Chooses the country of an untouched field (V3): what the server found stays, else the top-level domain, else the browser's time
 * zone, else DE. A candidate that is not offered is skipped.
 */
export function refineCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement) || field.value !== '') return;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offered = new Set([...field.options].map(({ value }) => value));
  const candidates = [countryOfHost(location.hostname), countryOfTimeZone(zone), FALLBACK];
  field.value = candidates.find((candidate) => candidate !== null && offered.has(candidate)) ?? '';
}
