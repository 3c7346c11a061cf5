import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import type { Facts } from '#engine/decide/types.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';

const vouched = { source: 'Price list', asOf: '2026-01-01' };
const inner = makeBlock({ id: 'note', props: { text: 'prices.note' } });
const documents = [
  {
    id: 'landings/key',
    slug: 'key',
    blocks: [makeBlock({ id: 'cards', props: { cards: [{ price: 'prices.plan' }] } })],
  },
  { id: 'landings/inner', slug: 'inner', blocks: [makeBlock({ id: 'section', blocks: [inner] })] },
  {
    id: 'landings/inline',
    slug: 'inline',
    blocks: [makeBlock({ id: 'hero', props: { title: { en: '{claims.plan.tax}' } } })],
  },
  { id: 'landings/title', slug: 'title', meta: { title: 'prices.plan', description: 'prices.other' } },
  { id: 'landings/plain', slug: 'plain', blocks: [makeBlock({ id: 'hero', props: { title: 'prices.other' } })] },
];
const texts = new Map([
  [
    'en',
    new Map([
      ['prices.plan', 'From {claims.plan}'],
      ['prices.other', '{claims.labels}'],
      ['prices.note_one', 'One'],
    ]),
  ],
  ['de', new Map([['prices.note_one', '{claims.plan} je Person']])],
] as const);
const claims = {
  plan: {
    ...vouched,
    format: 'money',
    value: 19,
    currency: 'EUR',
    countries: { CH: { value: 21, currency: 'CHF' }, PL: { value: 79, currency: 'PLN' } },
  },
  labels: { ...vouched, format: 'integer', value: 3000 },
} as const;
const siteAt = (publicOrigin: string) =>
  makeSite({ documents, texts, config: { claims }, deployment: { publicOrigin } });
const visit = (facts: Partial<Facts>, slug = 'key', publicOrigin = 'https://www.example.com') =>
  decide(makeFacts({ url: `/de/${slug}`, ...facts }), siteAt(publicOrigin));

const byHeader = (country: string) => ({ country, countryVary: ['cf-ipcountry'] });

test.each(['key', 'inner', 'inline', 'title'])(
  'K2: a page whose texts name a claim with figures by country, here "%s", is one page for each of these countries',
  (slug) => {
    expect(visit(byHeader('CH'), slug)).toMatchObject({ country: 'CH', vary: ['cf-ipcountry'], personal: false });
    expect(visit(byHeader('PL'), slug)).toMatchObject({ country: 'PL' });
    expect(visit(byHeader('FR'), slug)).toMatchObject({ country: undefined, vary: ['cf-ipcountry'], personal: false });
  },
);

test('K2: a page without such a claim is the same for visitors of every country, and reads no header for it', () => {
  for (const countryVary of [['cf-ipcountry'], null])
    expect(visit({ country: 'CH', countryVary }, 'plain')).toMatchObject({
      country: undefined,
      vary: [],
      personal: false,
    });
});

test('K2: no shared cache keeps a price that only the address of the visitor decided, whatever it is', () => {
  for (const country of ['CH', 'FR'])
    expect(visit({ country, countryVary: null })).toMatchObject({ vary: [], personal: true });
  expect(visit({ country: null, countryVary: [] })).toMatchObject({ country: undefined, personal: true });
});

test('K2: a visitor of whom no country is known gets the figures of the site’s own, any other those for all', () => {
  expect(visit({ country: null }, 'key', 'https://www.example.ch')).toMatchObject({ country: 'CH' });
  expect(visit(byHeader('FR'), 'key', 'https://www.example.ch')).toMatchObject({ country: undefined });
});
