import { CountryDetailsDocument } from '#schemas/generated/graphql/operations.ts';
import type { ClientCore } from '../core/index.ts';

/**
 * Where another server answers GraphQL, it knows best where its visitor is (V3); this site's own has said so in the page. A choice of
 * the visitor stays, and so does the country that the form began with when there is no answer: the client reports that, and nobody sees it.
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
  // Nobody has chosen it: it is what the field begins with.
  for (const option of field.options) option.defaultSelected = option.selected;
}
