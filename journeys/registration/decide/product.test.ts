import { expect, test } from 'vitest';
import { buildProductQuery, readProduct } from './product.ts';

test.each([
  ['', null],
  ['rc=ANNA-50', null],
  ['pdp=sd-41207', 'sd-41207'],
  ['rc=ANNA-50&pdp=12', '12'],
  ['pdp=', null],
  ['pdp=%3Cscript%3E', null],
  ['pdps=12', null],
])('the query %j asks for the product %j', (query, product) => {
  expect(readProduct(query)).toBe(product);
});

test.each([
  ['', ''],
  ['&pdp=12', ''],
  ['&rc=ANNA-50&pdp=12', '&rc=ANNA-50'],
  ['&pdp=12&pdp=13&rc=ANNA-50', '&rc=ANNA-50'],
])('beside a product %j keeps %j', (query, rest) => {
  expect(buildProductQuery(query)).toBe(rest);
});
