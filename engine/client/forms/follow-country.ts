/** Keeps links of a form that differ by country, such as those to its terms (S11), on the country that is chosen in it. */
export function followCountry(form: HTMLFormElement): void {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement)) return;
  for (const link of form.querySelectorAll<HTMLAnchorElement>('a[data-countries]')) {
    // The checked edge: `CountryLink` writes it, with the page for every other country under the empty name.
    const pages = JSON.parse(link.dataset['countries'] ?? '{}') as Readonly<Record<string, string>>;
    link.setAttribute('href', pages[field.value] ?? pages[''] ?? link.href);
  }
}
