import { expect, test } from 'vitest';
import { links, osteria, brandedSite as site } from '#tests/helpers/branded-site.ts';
import { selectSiteOfBrand } from './site-of-brand.ts';

test('A page of a further brand takes name, links and colours of it, and everything else of the site', () => {
  const branded = selectSiteOfBrand(site, site.documents.get('landings/evening'));
  expect(branded.brand).toBe(osteria.brand);
  expect(branded.config).toEqual({
    ...site.config,
    name: 'Osteria Rossa',
    shortName: 'Osteria Rossa',
    links: { ...links, imprint: 'https://partner.example/imprint' },
  });
  // Caches are by site.
  expect(selectSiteOfBrand(site, { brand: 'brands/osteria' })).toBe(branded);
});

test('A page without one has the site itself', () => {
  expect(selectSiteOfBrand(site, site.documents.get('landings/default'))).toBe(site);
  expect(selectSiteOfBrand(site, undefined)).toBe(site);
});
