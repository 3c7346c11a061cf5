import { queryValue, withoutParameters } from '#engine/routing/split-url.ts';

/** Parameter that names a product of the catalogue (S7). */
const PARAMETER = 'pdp';
const NUMBER = /^[A-Za-z0-9-]{1,40}$/;

/** Number of the product whose price the query asks for; `null` for none, and for what cannot be a number. */
export function readProduct(query: string): string | null {
  const value = query === '' ? null : queryValue(query, PARAMETER);
  return value !== null && NUMBER.test(value) ? value : null;
}

/** What of a query in the form `&a=b` a link to a product keeps, so that it names one product however often it is followed. */
export function besideProduct(query: string): string {
  const rest = withoutParameters(query, [PARAMETER]);
  return rest === '' ? '' : `&${rest}`;
}
