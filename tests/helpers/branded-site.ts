import { buildFurtherBrand } from '#engine/documents/brand/brand.ts';
import { exampleBrandDocument } from './brand.ts';
import { makeSite } from './make-site.ts';

export const osteria = buildFurtherBrand(
  {
    ...exampleBrandDocument,
    name: 'Osteria Rossa',
    links: { imprint: 'https://partner.example/imprint' },
    mails: { sender: 'The Osteria' },
  },
  'pages-config/brands/osteria.json',
);
export const links = { imprint: 'pages/about-us', service: 'pages/about-us' };
/** `/evening` has the brand `brands/osteria`. */
export const brandedSite = makeSite({
  documents: [{ id: 'landings/evening', slug: 'evening', brand: 'brands/osteria' }],
  config: { links },
  brands: new Map([['brands/osteria', osteria]]),
});
