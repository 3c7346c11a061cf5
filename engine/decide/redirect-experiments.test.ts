import type { FeatureApiResponse } from '@growthbook/growthbook';
import { expect, test } from 'vitest';
import { Flags } from '#engine/experiments/flags.ts';
import { sampleRatioP } from '#engine/experiments/statistics/index.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { riddles } from '#tests/helpers/riddles.ts';
import { decide } from './decide.ts';
import { explainDecision } from './explain-decision.ts';
import type { ExperimentFacts } from './experiments/index.ts';
import type { Decision, Facts } from './types.ts';

const steps = makeExperiment('steps', 'landings/summer', {
  variations: [
    { key: 'stay', variant: 'landings/default', weight: 0.1 },
    { key: 'summer', variant: 'landings/summer', redirects: true, weight: 0.45 },
    { key: 'winter', variant: 'landings/winter', redirects: true, weight: 0.45 },
  ],
});
const site = makeSite({
  journeys: [riddles],
  documents: [
    { id: 'landings/summer', slug: 'summer' },
    { id: 'landings/winter', slug: 'winter' },
    { id: 'landings/homeless' },
  ],
  experiments: [steps],
});
const running = createFacts([steps]);

function visit(facts: Partial<Facts>, experiments: ExperimentFacts = running): Decision {
  return decide(makeFacts({ url: '/', userAgent: CHROME, acceptLanguage: 'en', experiments, ...facts }), site);
}

/** A visitor who gets this variation. */
function makeVisitor(chosen: string): string {
  const ids = Array.from({ length: 100 }, (_, index) => visitorId(index));
  const found = ids.find((newVisitorId) => visit({ newVisitorId }).exposures[0]?.variation === chosen);
  if (found === undefined) throw new Error(`Of a hundred visitors nobody got "${chosen}".`);
  return found;
}

test('The first request gets the page of another address at once, under that address, and is counted', () => {
  expect(visit({ newVisitorId: makeVisitor('summer'), url: '/?utm_source=a' })).toMatchObject({
    kind: 'page',
    document: 'landings/summer',
    path: '/summer',
    moved: true,
    variations: [],
    personal: true,
    exposures: [{ experiment: 'steps', variation: 'summer' }],
  });
});

test('In-app navigation is led to that address in its language, and is counted before it goes there', () => {
  const decision = visit({ newVisitorId: makeVisitor('winter'), navigation: true, url: '/de?a=b&_nav=1' });
  expect(decision).toMatchObject({
    kind: 'redirect',
    location: '/de/winter?a=b',
    reason: 'experiment',
    exposures: [{ experiment: 'steps', variation: 'winter' }],
  });
  expect(decision.cookies.map(({ name }) => name)).toEqual(['vitrine_visitor', 'vitrine_arms']);
});

test('The control stays where it is and is counted as well', () => {
  const newVisitorId = makeVisitor('stay');
  for (const navigation of [true, false]) {
    const decision = visit({ newVisitorId, navigation });
    expect(decision).toMatchObject({ kind: 'page', document: 'landings/default', path: '/' });
    expect(decision.exposures).toHaveLength(1);
    expect(decision).toHaveProperty('moved', false);
  }
});

test('A redirected visitor takes part in no other experiment of the requested page', () => {
  const other = makeExperiment('zoom', 'landings/zoom');
  const both = makeSite({
    documents: [
      { id: 'landings/summer', slug: 'summer' },
      { id: 'landings/winter', slug: 'winter' },
      { id: 'landings/zoom', bases: ['landings/default'] },
    ],
    experiments: [steps, other],
  });
  const experiments = createFacts([steps, other]);
  const facts = { url: '/', userAgent: CHROME, acceptLanguage: 'en', experiments };
  const led = decide(makeFacts({ ...facts, newVisitorId: makeVisitor('summer') }), both);
  expect(led.exposures.map(({ experiment }) => experiment)).toEqual(['steps']);
  const stays = decide(makeFacts({ ...facts, newVisitorId: makeVisitor('stay') }), both);
  expect(stays.exposures.map(({ experiment }) => experiment)).toEqual(['steps', 'zoom']);
});

test('Two experiments that lead away are both counted as they split, whichever leads', () => {
  const leading = (key: string, variant: string) =>
    makeExperiment(key, variant, {
      variations: [
        { key: 'stay', variant: 'landings/default', weight: 0.5 },
        { key: 'go', variant, redirects: true, weight: 0.5 },
      ],
    });
  const experiments = createFacts([leading('a', 'landings/summer'), leading('b', 'landings/winter')]);
  const counted: Record<string, number> = {};
  for (let index = 0; index < 2000; index += 1) {
    for (const { experiment, variation } of visit({ newVisitorId: visitorId(index) }, experiments).exposures) {
      const chosen = `${experiment} ${variation}`;
      counted[chosen] = (counted[chosen] ?? 0) + 1;
    }
  }
  for (const key of ['a', 'b']) {
    expect(sampleRatioP([counted[`${key} stay`] ?? 0, counted[`${key} go`] ?? 0], [1, 1])).toBeGreaterThan(0.001);
  }
});

test('An address of a journey is preserved, so no visitor takes part there, not even in the control', () => {
  const ids = Array.from({ length: 30 }, (_, index) => visitorId(index));
  for (const newVisitorId of ids) {
    const decision = visit({
      newVisitorId,
      url: '/riddle-a',
      session: { state: 'unknown' },
    });
    expect(decision).toMatchObject({ kind: 'page', document: 'landings/default', exposures: [] });
    expect(decision.cookies.map(({ name }) => name)).not.toContain('vitrine_visitor');
  }
});

test('Variations can be looked at by a link, and programs get the page they ask for', () => {
  expect(visit({ url: '/?steps=2' })).toMatchObject({ document: 'landings/winter', moved: true, forced: true });
  expect(visit({ userAgent: 'curl/8', newVisitorId: makeVisitor('summer') })).toMatchObject({
    document: 'landings/default',
    exposures: [],
  });
});

test('A landing that has no address, or an experiment of its own, stops the experiment', () => {
  const findObstacle = (variant: string): string => {
    const variations = [steps.variations[0], { key: 'there', variant, redirects: true as const, weight: 0.9 }];
    const experiment = { ...steps, variations: variations.flatMap((chosen) => chosen ?? []) };
    const second = makeExperiment('second', 'landings/summer', { document: 'landings/winter' });
    const tested = makeSite({
      documents: [
        { id: 'landings/summer', bases: ['landings/winter'] },
        { id: 'landings/winter', slug: 'winter' },
        { id: 'landings/homeless' },
      ],
      experiments: [experiment, second],
    });
    const facts = makeFacts({ url: '/', userAgent: CHROME, experiments: createFacts([experiment, second]) });
    const { steps: notes } = explainDecision({ ...facts, newVisitorId: visitorId(1) }, tested);
    return notes.find(({ note }) => note.startsWith('No enrolment'))?.note ?? '';
  };
  expect(findObstacle('landings/homeless')).toContain('"landings/homeless" has no address of its own');
  expect(findObstacle('landings/winter')).toContain('"landings/winter" is tested by an experiment of its own');
});

/** A URL redirect as GrowthBook's own editor writes it. */
function urlRedirect(more: object = {}): ExperimentFacts {
  const payload = {
    features: {},
    experiments: [
      {
        key: 'campaign',
        seed: 'campaign',
        hashAttribute: 'id',
        hashVersion: 2,
        changeId: 'cid_1',
        persistQueryString: true,
        urlPatterns: [{ include: true, type: 'simple', pattern: 'https://www.example.com/' }],
        variations: [{}, { urlRedirect: 'https://www.example.com/summer' }],
        meta: [{ key: '0' }, { key: '1' }],
        weights: [0.5, 0.5],
        coverage: 1,
        ...more,
      },
    ],
  };
  return { flags: new Flags(payload as unknown as FeatureApiResponse), unready: new Set() };
}

const shares = (experiments: ExperimentFacts, url: string): Readonly<Record<string, number>> => {
  const seen: Record<string, number> = {};
  for (let index = 0; index < 200; index += 1) {
    const decision = visit({ newVisitorId: visitorId(index), url }, experiments);
    const shown = decision.kind === 'page' ? `${decision.document} ${decision.exposures.length}` : 'redirect';
    seen[shown] = (seen[shown] ?? 0) + 1;
  }
  return seen;
};

test('A URL redirect of a real GrowthBook is run here: by its URL patterns, in the visitor’s language', () => {
  const found = shares(urlRedirect(), '/?utm_source=letter');
  expect(Object.keys(found).toSorted()).toEqual(['landings/default 1', 'landings/summer 1']);
  expect(found['landings/summer 1']).toBeGreaterThan(70);
  // Only the address without a language is asked for.
  expect(shares(urlRedirect(), '/de')).toEqual({ 'landings/default 0': 200 });
});

test('A URL redirect may ask for a query', () => {
  const asked = urlRedirect({
    urlPatterns: [{ include: true, type: 'simple', pattern: 'https://www.example.com/?letter=a' }],
  });
  expect(Object.keys(shares(asked, '/?letter=a'))).toHaveLength(2);
  expect(shares(asked, '/?letter=b')).toEqual({ 'landings/default 0': 200 });
});

test.each([
  ['another site', { variations: [{}, { urlRedirect: 'https://evil.example/summer' }] }],
  ['a script', { variations: [{}, { urlRedirect: 'javascript:alert(1)' }] }],
  ['a page that does not exist', { variations: [{}, { urlRedirect: 'https://www.example.com/autumn' }] }],
  ['nothing readable', { variations: [{}, { urlRedirect: 7 }] }],
  ['itself', { variations: [{}, { urlRedirect: 'https://www.example.com/' }] }],
])('A URL redirect to %s is ignored', (_what, more) => {
  const found = shares(urlRedirect(more), '/');
  expect(Object.keys(found).every((shown) => shown.startsWith('landings/default'))).toBe(true);
});

test('A draft or a visual experiment of GrowthBook is left alone', () => {
  expect(shares(urlRedirect({ active: false }), '/')).toEqual({ 'landings/default 0': 200 });
  expect(shares(urlRedirect({ variations: [{}, { css: 'h1 { color: red }' }] }), '/')).toEqual({
    'landings/default 0': 200,
  });
});
