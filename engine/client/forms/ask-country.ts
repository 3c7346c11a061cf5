import { CountryDetailsDocument } from '#schemas/generated/graphql/operations.ts';
import type { ClientCore } from '../core/index.ts';

/**
 * With an external GraphQL server, that server locates its visitor (V3); for this site's own, the page contains the country. A choice of
 * the visitor takes precedence; without a response the initial country stays, and the client reports the failure.
 */
export async function askForCountry(core: Pick<ClientCore, 'query'>, form: HTMLFormElement): Promise<void> {
  const field = form.elements.namedItem('country');
  if (!(field instanceof HTMLSelectElement)) return;
  const answer = await core.query(CountryDetailsDocument, {}, { errorPolicy: 'all' }).catch(() => null);
  const country = answer?.countryDetails?.country ?? '';
  const found = [...field.options].find(({ value }) => value === country);
  const isChosen = [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (country === '' || found === undefined || isChosen) return;
  field.value = country;
  // Not a choice of the visitor: sets the initial value.
  for (const option of field.options) option.defaultSelected = option.selected;
}
