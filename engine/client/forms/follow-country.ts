/**
 * Keeps on the country that is chosen in a form what differs by country: links such as those to its terms (S11), and which version of
 * them it says was accepted.
 */
export function followCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement)) return;
  for (const place of form.querySelectorAll<HTMLElement>('[data-countries]')) {
    // The checked edge: `CountryLink` writes it, with what holds in every other country under the empty name.
    const values = JSON.parse(place.dataset['countries'] ?? '{}') as Readonly<Record<string, string>>;
    const value = values[field.value] ?? values[''];
    if (value !== undefined) place.setAttribute(place instanceof HTMLInputElement ? 'value' : 'href', value);
  }
}
