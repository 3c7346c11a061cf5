import type { Track } from '#engine/client/journey.ts';
import { landingOptionsStore } from './stores/landing-options.ts';
import { registrationStore } from './stores/registration.ts';

/** Event context of registrations (source, section 3); values that do not fit their schema are dropped. */
export function readRegistrationContext(): Readonly<Record<string, string | boolean>> {
  const { previousPDPPage, registrationFlow } = landingOptionsStore.getState();
  const { registrationCountry } = registrationStore.getState();
  return { previousPDPPage, registrationFlow, registrationCountry };
}

/** Reports a change of the country field. */
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
