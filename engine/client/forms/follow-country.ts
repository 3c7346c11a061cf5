/** Updates parts of a form that depend on the chosen country: links such as those to its terms (S11), and the accepted version. */
export function followCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement)) return;
  for (const place of form.querySelectorAll<HTMLElement>('[data-countries]')) {
    // Checked edge: written by `CountryLink`, with the default for all other countries under the empty name.
    const values = JSON.parse(place.dataset['countries'] ?? '{}') as Readonly<Record<string, string>>;
    const value = values[field.value] ?? values[''];
    if (value !== undefined) place.setAttribute(place instanceof HTMLInputElement ? 'value' : 'href', value);
  }
}
