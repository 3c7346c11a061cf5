import { expect, test } from 'vitest';
import type { Site } from '#engine/documents/types.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { resolveSmall } from '#tests/helpers/small-project.ts';
import { getDocumentPlan, getSitePlan } from '../plan.ts';
import type { Facts } from '../types.ts';
import { type VariationsDecision, decideVariations, type ExperimentFacts, testedDocument } from './index.ts';

const BYTES = 100_000;
const VISITORS = 50;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const documents = numbers(20).map((number) => `landings/tested-${number}`);
const experiments = documents.map((document) =>
  makeExperiment(document.replace('landings/', ''), `${document}-short`, { document }),
);
const site = makeSite({
  documents: documents.flatMap((id) => [{ id }, { id: `${id}-short`, bases: [id] }]),
  experiments,
});

function decideOn(document: string, on: Site, facts: Partial<Facts>): VariationsDecision {
  const full = makeFacts({ userAgent: CHROME, newVisitorId: visitorId(0), ...facts });
  const plan = getSitePlan(on);
  const { query } = splitUrl(full.url);
  return decideVariations(getDocumentPlan(document, plan), {
    facts: full,
    plan,
    query,
    locale: 'en',
    mayRedirect: true,
    code: '',
  });
}

/** What every visitor gets on every document, as far as anybody can see it. */
function visitAll(facts: ExperimentFacts) {
  return documents.flatMap((document) =>
    numbers(VISITORS).map((number) => {
      const cookies = { vitrine_visitor: visitorId(number), vitrine_consent: 'statistics' };
      const { shown, ...decision } = decideOn(document, site, { cookies, experiments: facts });
      return { shown: shown.document.id, ...decision };
    }),
  );
}

function fillMemory(facts: ExperimentFacts, on: Site = site, document = documents[0] ?? '') {
  const tested = testedDocument(document, facts, getSitePlan(on));
  if (tested === null) throw new Error(`No experiment is about "${document}".`);
  return tested.memory;
}

test('What is remembered of the visitors of all documents together keeps to one bound', () => {
  const facts: ExperimentFacts = { ...createFacts(experiments), rememberedBytes: BYTES };
  const memory = fillMemory(facts);
  expect(documents.every((document) => fillMemory(facts, site, document) === memory)).toBe(true);
  let most = 0;
  for (const document of documents) {
    for (const number of numbers(VISITORS)) {
      decideOn(document, site, { cookies: { vitrine_visitor: visitorId(number) }, experiments: facts });
      most = Math.max(most, memory.calculatedSize);
    }
  }
  expect(most).toBeLessThanOrEqual(BYTES);
  expect(most).toBeGreaterThan(BYTES / 2);
  expect(memory.size).toBeLessThan((documents.length * VISITORS) / 2);
});

test('A long cookie counts by its length, and one beyond the bound is not remembered', () => {
  const facts: ExperimentFacts = { ...createFacts(experiments), rememberedBytes: BYTES };
  const memory = fillMemory(facts);
  const visit = (length: number): VariationsDecision =>
    decideOn(documents[0] ?? '', site, {
      cookies: { vitrine_visitor: visitorId(1), vitrine_arms: 'x'.repeat(length) },
      experiments: facts,
    });
  visit(10_000);
  expect(memory.calculatedSize).toBeGreaterThan(10_000);
  const before = memory.calculatedSize;
  visit(BYTES);
  expect(memory.calculatedSize).toBe(before);
});

test('A visitor who was forgotten is decided alike again', () => {
  const facts = createFacts(experiments);
  const small: ExperimentFacts = { ...facts, rememberedBytes: BYTES };
  const first = visitAll(small);
  expect(new Set(first.map(({ variations }) => variations.length))).toEqual(new Set([0, 1]));
  expect(visitAll(small)).toEqual(first);
  expect(visitAll(facts)).toEqual(first);
  expect(visitAll(facts)).toEqual(first);
  expect(fillMemory(small).size).toBeLessThan(fillMemory(facts).size);
});

test('Combinations requested by links are limited like others', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const result = resolveSmall(
    Object.fromEntries(
      keys.flatMap((key) => [
        [
          `pages-config/landings/${key}.json`,
          {
            $schema: 'x',
            version: 4,
            extends: 'landings/default',
            changes: [{ op: 'document', set: { theme: 'ink' } }],
          },
        ],
        [
          `pages-config/experiments/${key}.json`,
          {
            $schema: 'x',
            version: 4,
            status: 'paused',
            hypothesis: 'Something gets better.',
            document: 'landings/default',
            variations: [
              { key: 'control', weight: 1 },
              { key: 'test', variant: `landings/${key}`, weight: 1 },
            ],
          },
        ],
      ]),
    ),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  const facts: ExperimentFacts = { ...createFacts(result.site.experiments), rememberedBytes: 20_000 };
  const memory = fillMemory(facts, result.site, 'landings/default');
  const askForAll = () =>
    numbers(2 ** keys.length).map((bits) => {
      const query = keys.map((key, index) => `${key}=${(bits >> index) & 1}`).join('&');
      const { shown, variations } = decideOn('landings/default', result.site, {
        url: `/?${query}`,
        experiments: facts,
      });
      expect(memory.calculatedSize).toBeLessThanOrEqual(20_000);
      return { variations, hash: shown.document.hash };
    });
  const first = askForAll();
  expect(first.map(({ variations }) => variations.length).toSorted()).toEqual(
    numbers(32)
      .map((bits) => keys.filter((_, index) => (bits >> index) & 1).length)
      .toSorted(),
  );
  expect(memory.size).toBeLessThan(31);
  expect(askForAll()).toEqual(first);
});

test('A new payload and a new revision begin with nothing remembered', () => {
  const facts = createFacts(experiments);
  visitAll(facts);
  expect(fillMemory(facts).size).toBeGreaterThan(0);
  expect(fillMemory({ ...facts, unready: new Set(['tested-1 de']) }).size).toBe(0);
  expect(fillMemory(facts, { ...site, revision: 'fedcba9876543210' }).size).toBe(0);
});
