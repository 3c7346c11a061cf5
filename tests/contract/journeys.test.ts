import { expect, test } from 'vitest';
import { guardNamed } from '#engine/guards/index.ts';
import { planFacet } from '#engine/decide/facets.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { facetNames, facetValues, guardNames } from '#schemas/generated/vocabulary.ts';
import { makeSite } from '#tests/helpers/make-site.ts';

const [document] = makeSite().documents.values();
const nobody = { facts: { cookies: {}, consent: null, now: 0 }, site: makeSite(), query: '', match: {} };

test('G4: every guard of the vocabulary is registered under its own name', () => {
  expect(guardNames.map((name) => guardNamed(name, journeys).name)).toEqual([...guardNames]);
});

test('Every facet of the vocabulary has a reader, which gives the first value for unknown visitors', () => {
  const values = facetNames.map((name) => document && planFacet(name, document, journeys).definition.read(nobody));
  expect(values).toEqual(facetNames.map((name) => facetValues[name][0]));
});

test('Journeys read facets and have guards only that their vocabulary names, each once', () => {
  const guards = journeys.flatMap((journey) => journey.guards ?? []).map(({ name }) => name);
  expect(['admin', 'staff', 'locale', ...guards].toSorted()).toEqual([...guardNames].toSorted());
  const facets = journeys.flatMap((journey) => Object.keys(journey.facets ?? {}));
  expect(['consent', 'webView', ...facets].toSorted()).toEqual([...facetNames].toSorted());
});
