import { expect, test } from 'vitest';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { decide } from '#engine/decide/decide.ts';
import type { Facts } from '#engine/decide/types.ts';

const documents = [
  { id: 'landings/join', slug: 'join', blocks: [makeBlock({ id: 'form', type: 'registration-form', props: {} })] },
  { id: 'landings/plain', slug: 'plain' },
];
const siteAt = (publicOrigin: string) => makeSite({ documents, deployment: { publicOrigin } });
const visit = (facts: Partial<Facts>, publicOrigin = 'https://www.example.com') =>
  decide(makeFacts({ url: '/de/join', ...facts }), siteAt(publicOrigin));

test.each<[string, Partial<Facts>, object]>([
  ['named by the edge', { country: 'FR', countryVary: ['cf-ipcountry'] }, { country: 'FR', personal: false }],
  ['named by the address', { country: 'FR', countryVary: null }, { country: 'FR', personal: true, vary: [] }],
  ['unknown', { country: null, countryVary: [] }, { country: undefined, personal: false, vary: [] }],
  ['not offered', { country: 'US', countryVary: ['cf-ipcountry'] }, { country: undefined, vary: ['cf-ipcountry'] }],
])('V3: a form suggests a country that is %s, and caches learn what that depends on', (_, facts, expected) => {
  expect(visit(facts)).toMatchObject(expected);
});

test.each([
  ['https://www.example.pl', { country: null }, 'PL'],
  ['https://www.example.pl', { country: 'FR' }, 'FR'],
  ['https://www.example.pl', { country: 'US' }, 'PL'],
  ['https://www.example.uk', { country: null }, undefined],
])('V3: on %s a visitor of the country %o is suggested %s', (publicOrigin, facts, country) => {
  expect(visit(facts, publicOrigin)).toMatchObject({ country });
});

test('V3: a page that asks for no country is the same for every one', () => {
  const facts = { url: '/de/plain', country: 'FR', countryVary: null };
  expect(visit(facts)).toMatchObject({ country: undefined, personal: false, vary: [] });
});
