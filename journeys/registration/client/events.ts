import type { Track } from '#engine/client/journey.ts';
import { landingOptionsStore } from './stores/landing-options.ts';
import { registrationStore } from './stores/registration.ts';

/** What events say of the visit (source, section 3); a value that holds more than its schema allows is left out. */
export function registrationEventContext(): Readonly<Record<string, string | boolean>> {
  const { previousPDPPage, registrationFlow } = landingOptionsStore.getState();
  const { registrationCountry } = registrationStore.getState();
  return { previousPDPPage, registrationFlow, registrationCountry };
}

/** Reports the choice of another country than the field had. */
export function reportCountryChanges(form: HTMLFormElement, track: Track): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement)) return;
  let before = field.value;
  field.addEventListener('change', () => {
    if (field.value === '' || field.value === before) return;
    const countryBefore = before === '' ? {} : { countryBefore: before };
    track('registration_country_changed', { registrationCountry: field.value, ...countryBefore });
    before = field.value;
  });
}
