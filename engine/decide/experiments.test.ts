import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStickyAssignments, readVisitorId } from '#engine/shared/experiment-cookies.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { sampleRatioP } from '#engine/experiments/statistics/index.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { resolveSmall } from '#tests/helpers/small-project.ts';
import { decide } from './decide.ts';
import { testedDocument } from './experiments/index.ts';
import { explainDecision } from './explain-decision.ts';
import { getSitePlan } from './plan.ts';
import type { Facts, PageDecision } from './types.ts';

const hero = makeExperiment('hero', 'landings/short');
const site = makeSite({
  documents: [
    { id: 'landings/short', bases: ['landings/default'] },
    { id: 'landings/stranger', bases: ['landings/other'] },
    { id: 'landings/other' },
    { id: 'landings/sale', bases: ['landings/default'], window: { from: '2026-11-27T00:00', zone: 'UTC' } },
  ],
  experiments: [hero],
});
const running = createFacts([hero]);
const JUNE = Date.UTC(2026, 5, 1, 12);

function visit(facts: Partial<Facts>, on: Site = site): PageDecision {
  const decision = decide(makeFacts({ url: '/en', userAgent: CHROME, experiments: running, ...facts }), on);
  if (decision.kind !== 'page') throw new Error(`A redirect to ${decision.location}`);
  return decision;
}

/** The next request of the same browser, with its cookies. */
function next(answer: PageDecision, facts: Partial<Facts> = {}): Facts['cookies'] {
  const cookies = new Map(Object.entries(facts.cookies ?? {}));
  for (const { name, value, maxAge } of answer.cookies) {
    if (maxAge === 0) cookies.delete(name);
    else cookies.set(name, value);
  }
  return Object.fromEntries(cookies);
}

/** A visitor in the treatment. */
const tester = Array.from({ length: 50 }, (_, i) => visitorId(i)).find(
  (id) => visit({ newVisitorId: id }).variations.length === 1,
);
if (tester === undefined) throw new Error('Of fifty visitors none got the test variation.');
const session = (): Facts['cookies'] => next(visit({ newVisitorId: tester }));

test('Each visitor gets one variation of a live experiment, about half of them each', () => {
  const variations = Array.from({ length: 2000 }, (_, i) => visit({ newVisitorId: visitorId(i) }).variations.length);
  const share = variations.reduce((sum, count) => sum + count, 0) / variations.length;
  expect(share).toBeGreaterThan(0.45);
  expect(share).toBeLessThan(0.55);
});

test('The variation is shown at the address of the document and reported with it', () => {
  expect(visit({ newVisitorId: tester })).toMatchObject({
    document: 'landings/default',
    variations: ['landings/short'],
    path: '/',
    personal: true,
  });
});

test('A new visitor is counted once, without an id, and remembered for the session only', () => {
  const known = { locale: 'en', applicationCountry: '', device: 'desktop', webView: false };
  const first = visit({ newVisitorId: tester });
  expect(first.exposures).toEqual([
    {
      experiment: 'hero',
      phase: 1,
      variation: 'test',
      at: JUNE,
      id: null,
      isFirst: true,
      revision: site.revision,
      attributes: { ...known, visit: 'new', landing: 'landings/default', consent: 'unknown' },
    },
  ]);
  expect(first.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
    ['vitrine_visitor', null],
    ['vitrine_arms', null],
  ]);
  const second = visit({ newVisitorId: visitorId(99), cookies: next(first) });
  expect(second.variations).toEqual(['landings/short']);
  expect(second).toMatchObject({ exposures: [], cookies: [] });
});

test('Consent keeps the variation, stores the exposure with the time of evaluation and lets the cookies last', () => {
  const cookies = { ...session(), vitrine_consent: 'statistics' };
  const agreed = visit({ cookies, newVisitorId: visitorId(99), now: JUNE + 60_000 });
  expect(agreed.variations).toEqual(['landings/short']);
  expect(agreed.exposures).toMatchObject([
    { experiment: 'hero', variation: 'test', at: JUNE, id: tester, isFirst: false },
  ]);
  expect(agreed.cookies.every(({ maxAge }) => maxAge === 34_560_000)).toBe(true);
  const after = visit({ cookies: { ...next(agreed), vitrine_consent: 'statistics' }, newVisitorId: visitorId(99) });
  expect(after).toMatchObject({ variations: ['landings/short'], exposures: [], cookies: [] });
});

test('Consent to something else keeps everything in the session', () => {
  const cookies = { ...session(), vitrine_consent: 'marketing' };
  expect(visit({ cookies, newVisitorId: visitorId(99) })).toMatchObject({ exposures: [], cookies: [] });
});

test('Withdrawal names the id to erase, takes its cookies away and starts a session afresh', () => {
  const before = visit({ newVisitorId: tester, cookies: { vitrine_consent: 'statistics' } });
  const cookies: Facts['cookies'] = { ...next(before), vitrine_consent: 'marketing' };
  expect(readVisitorId(cookies['vitrine_visitor'])).toEqual({ id: tester, lasting: true });
  const withdrawn = visit({ cookies, newVisitorId: visitorId(99) });
  expect(withdrawn.withdrawn).toBe(tester);
  const left = next(withdrawn, { cookies });
  expect(readVisitorId(left['vitrine_visitor'])).toEqual({ id: visitorId(99), lasting: false });
  expect(visit({ cookies: left, newVisitorId: visitorId(98) }).withdrawn).toBeUndefined();
});

test('Programs, prefetches and HEAD are never enrolled and set no cookie', () => {
  for (const facts of [
    { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { userAgent: '' },
    { prefetch: true },
    { method: 'HEAD' },
  ]) {
    expect(visit({ newVisitorId: tester, ...facts }), JSON.stringify(facts)).toMatchObject({
      variations: [],
      exposures: [],
      cookies: [],
    });
  }
});

test('A prefetch of a known visitor brings the variation, and counts nothing', () => {
  expect(visit({ cookies: session(), prefetch: true })).toMatchObject({
    variations: ['landings/short'],
    exposures: [],
  });
});

test('A page under a live experiment is cached by an edge that distinguishes visitors, and never varies by User-Agent', () => {
  const program = visit({ userAgent: 'curl/8.0', newVisitorId: tester });
  expect(program).toMatchObject({ personal: true, cacheScope: 'program' });
  const first = visit({ newVisitorId: tester });
  expect(first).toMatchObject({ personal: true, cacheScope: undefined });
  const again = visit({ cookies: next(first), newVisitorId: visitorId(99) });
  expect(again).toMatchObject({ personal: true, cacheScope: 'arms', exposures: [] });
  for (const { vary } of [program, first, again]) expect(vary).not.toContain('User-Agent');
});

test('Assignments that are not live, incomplete or still to be reported do not split the cache', () => {
  const cookies = next(visit({ newVisitorId: tester }));
  const variations = String(cookies['vitrine_arms']);
  const kept = (more: Facts['cookies']) => visit({ cookies: { ...cookies, ...more }, newVisitorId: tester }).cacheScope;
  expect(kept({})).toBe('arms');
  expect(kept({ vitrine_arms: `${variations}!invented__0~short~top2v4` })).toBeUndefined();
  expect(kept({ vitrine_arms: variations.replace('__0~', '__7~') })).toBeUndefined();
  expect(kept({ vitrine_arms: variations.replace(/~[^~]+~/, '~none~') })).toBeUndefined();
  expect(kept({ vitrine_arms: '' })).toBeUndefined();
  expect(kept({ vitrine_consent: 'statistics' })).toBeUndefined();
});

test('A document without experiments stays as it was', () => {
  expect(visit({ url: '/en/about-us', newVisitorId: tester })).toMatchObject({
    personal: false,
    cookies: [],
    exposures: [],
  });
});

test('The URL can force a variation by its index, which counts for nothing and is not for search engines', () => {
  for (const [index, variations] of [
    [0, []],
    [1, ['landings/short']],
  ] as const) {
    expect(visit({ url: `/en?hero=${index}`, newVisitorId: tester })).toMatchObject({
      variations,
      forced: true,
      personal: true,
      indexable: false,
      exposures: [],
      cookies: [],
    });
  }
});

test('A variation that the URL asks for and that does not exist shows the document, counts for nothing and is reported', () => {
  for (const index of ['7', 'x', '']) {
    const facts = { url: `/en?hero=${index}`, newVisitorId: tester };
    expect(visit(facts)).toMatchObject({
      variations: [],
      forced: true,
      personal: true,
      indexable: false,
      exposures: [],
      cookies: [],
    });
    const { steps } = explainDecision(makeFacts({ ...facts, experiments: running }), site);
    expect(steps.map(({ note }) => note)).toContain(
      `The URL asks for "${index}" of "hero", whose variations are 0 to 1: the document itself is shown, without enrolment.`,
    );
  }
});

test('Of two links for one experiment the first counts, as in GrowthBook', () => {
  expect(visit({ url: '/en?hero=1&hero=0', newVisitorId: tester }).variations).toEqual(['landings/short']);
  expect(visit({ url: '/en?hero=0&hero=1', newVisitorId: tester }).variations).toEqual([]);
  expect(visit({ url: '/en?hero=x&hero=1', newVisitorId: tester }).variations).toEqual([]);
});

test('A form that repeats variations creates no combination in the cache', () => {
  const experiments = createFacts([hero]);
  for (let times = 1; times <= 20; times += 1) {
    const shown = Array.from({ length: times }, () => 'landings/short');
    expect(visit({ shown, experiments }).variations).toEqual(['landings/short']);
  }
  expect(testedDocument('landings/default', experiments, getSitePlan(site))?.memory.size).toBe(1);
});

test('Variations of a paused experiment are shown only when the URL forces them', () => {
  const paused: ResolvedExperiment = { ...hero, status: 'paused' };
  const on = { ...site, experiments: [paused] };
  const experiments = createFacts([paused]);
  expect(visit({ newVisitorId: tester, experiments }, on)).toMatchObject({ variations: [], cookies: [] });
  expect(visit({ url: '/en?hero=1', experiments }, on).variations).toEqual(['landings/short']);
});

test('disablegb=true shows the document itself to all visitors', () => {
  const off = visit({ url: '/en?disablegb=true', cookies: session(), newVisitorId: tester });
  expect(off).toMatchObject({ variations: [], exposures: [], cookies: [] });
});

test('No visitor takes part while a variation is not ready, in one language or at all', () => {
  const experiments = createFacts([hero], ['hero de']);
  expect(visit({ url: '/de', newVisitorId: tester, experiments })).toMatchObject({
    variations: [],
    exposures: [],
    cookies: [],
  });
  expect(visit({ url: '/en', newVisitorId: tester, experiments }).variations).toEqual(['landings/short']);
  expect(visit({ newVisitorId: tester, experiments: createFacts([hero], ['hero']) }).variations).toEqual([]);
});

test.each(['landings/none', 'landings/stranger', 'pages/about-us'])(
  'A variation %s that cannot be at the address stops the experiment for all its variations',
  (variant) => {
    const broken = makeExperiment('hero', variant);
    for (let i = 0; i < 20; i += 1) {
      const decision = visit({ newVisitorId: visitorId(i), experiments: createFacts([broken]) });
      expect(decision).toMatchObject({ variations: [], exposures: [], cookies: [] });
    }
  },
);

test('A variation outside its window stops the experiment until it opens', () => {
  const sale = makeExperiment('hero', 'landings/sale');
  const experiments = createFacts([sale]);
  expect(visit({ newVisitorId: tester, experiments })).toMatchObject({ variations: [], exposures: [], cookies: [] });
  const open = visit({ newVisitorId: tester, experiments, now: Date.UTC(2026, 11, 1) });
  expect(open.variations).toEqual(['landings/sale']);
});

test('Who is not meant gets no cookie at all', () => {
  const german = makeExperiment('hero', 'landings/short', { targeting: { locales: ['de'], devices: ['desktop'] } });
  const experiments = createFacts([german]);
  expect(visit({ newVisitorId: tester, experiments }).cookies).toEqual([]);
  expect(visit({ url: '/de', newVisitorId: tester, experiments }).variations).toEqual(['landings/short']);
});

test('Who is meant but left out by chance keeps an id, so that chance is not asked again on each page', () => {
  const rare = makeExperiment('hero', 'landings/short', { coverage: 0 });
  const first = visit({ newVisitorId: tester, experiments: createFacts([rare]) });
  expect(first.cookies.map(({ name }) => name)).toEqual(['vitrine_visitor']);
  const again = visit({ newVisitorId: visitorId(99), cookies: next(first), experiments: createFacts([rare]) });
  expect(again.cookies).toEqual([]);
});

test('A visitor keeps the variation when the weights change', () => {
  const flipped = createFacts([
    { ...hero, variations: hero.variations.map((chosen, index) => ({ ...chosen, weight: index === 0 ? 1 : 0 })) },
  ]);
  expect(visit({ newVisitorId: tester, experiments: flipped }).variations).toEqual([]);
  expect(visit({ cookies: session(), newVisitorId: tester, experiments: flipped })).toMatchObject({
    variations: ['landings/short'],
    exposures: [],
  });
});

test('A forced value of a rule is shown to all visitors and not counted', () => {
  const payload = { features: { 'page.landings:default': { defaultValue: 'landings/short' } } };
  const experiments = { flags: new Flags(payload), unready: new Set<string>() };
  expect(visit({ newVisitorId: tester, experiments })).toMatchObject({
    variations: ['landings/short'],
    exposures: [],
    cookies: [],
  });
});

test('A payload that makes no sense changes nothing', () => {
  const payload = JSON.parse(
    '{"features":{"page.landings/default":{"rules":7},"page.landings/default|x":{"rules":[null,{"variations":"no","condition":5}]}}}',
  );
  const experiments = { flags: new Flags(payload), unready: new Set<string>() };
  expect(visit({ newVisitorId: tester, experiments })).toMatchObject({ variations: [], exposures: [] });
});

test('Several experiments compose in the order of their keys, and each is counted', () => {
  const variant = (set: object) => ({
    $schema: 'x',
    version: 4,
    extends: 'landings/default',
    changes: [{ op: 'document', set }],
  });
  const experiment = (name: string) => ({
    $schema: 'x',
    version: 4,
    status: 'live',
    hypothesis: 'Something gets better.',
    document: 'landings/default',
    goalMetric: 'form_sent',
    variations: [
      { key: 'control', weight: 1 },
      { key: 'test', variant: `landings/${name}`, weight: 1 },
    ],
  });
  const result = resolveSmall({
    'pages-config/landings/dark.json': variant({ theme: 'ink' }),
    'pages-config/landings/flowing.json': variant({ flow: 'lean' }),
    'pages-config/experiments/b-dark.json': experiment('dark'),
    'pages-config/experiments/a-flow.json': experiment('flowing'),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  const experiments = createFacts(result.site.experiments);
  const seen = new Set<string>();
  for (let i = 0; i < 60; i += 1) {
    const { variations, exposures } = visit({ newVisitorId: visitorId(i), experiments }, result.site);
    expect(exposures.map(({ experiment: key }) => key)).toEqual(['a-flow', 'b-dark']);
    seen.add(variations.join(' '));
  }
  expect([...seen].toSorted()).toEqual(['', 'landings/dark', 'landings/flowing', 'landings/flowing landings/dark']);
});

test('Variations that cannot be shown together leave the later experiment split as it says', () => {
  const whole = makeExperiment('whole', 'landings/other');
  // A flag service may run what is refused in documents.
  const experiments = createFacts([{ ...hero, coverage: 0.5 }, whole]);
  const counted: Record<string, number> = {};
  for (let i = 0; i < 2000; i += 1) {
    for (const { experiment, variation } of visit({ newVisitorId: visitorId(i), experiments }).exposures) {
      const chosen = `${experiment} ${variation}`;
      counted[chosen] = (counted[chosen] ?? 0) + 1;
    }
  }
  for (const { key } of [hero, whole])
    expect(sampleRatioP([counted[`${key} control`] ?? 0, counted[`${key} test`] ?? 0], [1, 1])).toBeGreaterThan(0.001);
});

test('An explanation decides as the page was decided and names the variation, for any visitor', () => {
  fc.assert(
    fc.property(
      fc.record({
        url: fc.constantFrom('/', '/en', '/de?hero=1', '/en?disablegb=true', '/en?hero=x'),
        userAgent: fc.constantFrom(CHROME, '', 'Googlebot'),
        method: fc.constantFrom('GET', 'HEAD'),
        prefetch: fc.boolean(),
        cookies: fc.record(
          {
            vitrine_visitor: fc.oneof(
              fc.string(),
              fc.nat(500).map(visitorId),
              fc.nat(500).map((i) => `${visitorId(i)}.1`),
            ),
            vitrine_arms: fc.oneof(fc.string(), fc.constant('hero__0~test~0'), fc.constant('hero__0~test~z~1!x')),
            vitrine_consent: fc.constantFrom('', 'statistics', 'marketing'),
          },
          { requiredKeys: [] },
        ),
        newVisitorId: fc.nat(500).map(visitorId),
      }),
      (facts) => {
        const full = makeFacts({ ...facts, experiments: running });
        const { decision, steps } = explainDecision(full, site);
        expect(decision).toEqual(decide(full, site));
        const isChosen = decision.kind === 'page' && decision.variations.length > 0;
        const isReported = steps.some(({ step, note }) => step === 'experiment' && note.includes('"test"'));
        expect(isReported || !isChosen).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test('Cookies of the past are read as far as they make sense', () => {
  expect(readStickyAssignments('hero__0~test~1!~~!x')).toEqual([
    { bucket: 'hero__0', variation: 'test', at: 1000, stored: false },
  ]);
  expect(readVisitorId('short')).toBeNull();
});
