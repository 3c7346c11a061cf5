import { expect, test } from 'vitest';
import { journeyDocuments } from '#tests/helpers/journey-documents.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { decide } from '#engine/decide/decide.ts';
import type { Facts } from '#engine/decide/types.ts';

const documents = [
  { id: 'landings/join', slug: 'join', blocks: [makeBlock({ id: 'form', type: 'registration-form', props: {} })] },
  { id: 'landings/plain', slug: 'plain' },
];
const siteAt = (publicOrigin: string) =>
  makeSite({ documents, deployment: { publicOrigin }, journeyDocuments: journeyDocuments([{ name: 'registration' }]) });
const visit = (facts: Partial<Facts>, publicOrigin = 'https://www.example.com') =>
  decide(makeFacts({ url: '/de/join', ...facts }), siteAt(publicOrigin));

test.each<[string, Partial<Facts>, object]>([
  ['named by the edge', { country: 'FR', countryVary: ['cf-ipcountry'] }, { country: 'FR', personal: false }],
  ['named by the address', { country: 'FR', countryVary: null }, { country: 'FR', personal: true, vary: [] }],
  ['unknown', { country: null, countryVary: [] }, { country: undefined, personal: false, vary: [] }],
  ['not offered', { country: 'US', countryVary: ['cf-ipcountry'] }, { country: undefined, vary: ['cf-ipcountry'] }],
  ['not offered, by the address', { country: 'US', countryVary: null }, { country: undefined, personal: false }],
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

test('V3: what one visitor’s answer depends on says nothing about the next one’s', () => {
  const site = siteAt('https://www.example.com');
  const varies = [['x-edge'], ['cf-ipcountry'], [], ['x-edge']].map((countryVary) => {
    const decision = decide(makeFacts({ url: '/de/join', country: 'FR', countryVary }), site);
    return decision.vary;
  });
  expect(varies).toEqual([['x-edge'], ['cf-ipcountry'], [], ['x-edge']]);
});

test('V3: a form that can be sent without a country suggests none', () => {
  const site = makeSite({
    documents: [
      {
        id: 'pages/apply',
        route: '/apply',
        blocks: [makeBlock({ id: 'form', type: 'email-form', props: { purpose: 'membership' } })],
      },
    ],
  });
  expect(decide(makeFacts({ url: '/de/apply', country: 'FR', countryVary: null }), site)).toMatchObject({
    country: undefined,
    personal: false,
  });
});
