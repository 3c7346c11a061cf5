import { readQueryValue, withoutParameters } from '#engine/routing/split-url.ts';

/** Parameter with a product number (S7). */
const PARAMETER = 'pdp';
const NUMBER = /^[A-Za-z0-9-]{1,40}$/;

/** The product whose price was requested; `null` for a missing or malformed number. */
export function readProduct(query: string): string | null {
  const value = query === '' ? null : readQueryValue(query, PARAMETER);
  return value !== null && NUMBER.test(value) ? value : null;
}

/** The part of a query, in the form `&a=b`, that links to products preserve, so that they name one product. */
export function buildProductQuery(query: string): string {
  const rest = withoutParameters(query, [PARAMETER]);
  return rest === '' ? '' : `&${rest}`;
}
