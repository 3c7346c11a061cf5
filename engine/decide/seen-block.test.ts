import { expect, test } from 'vitest';
import { markReported, readStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { readGivenAssignments } from '#engine/shared/given-assignments.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import { recordShownBlock } from './experiments/index.ts';
import type { Facts, PageDecision, SetCookie } from './types.ts';

const hero = makeExperiment('hero', 'landings/short', { exposeOn: 'benefits' });
const plain = makeExperiment('plain', 'landings/default', { feature: 'page.landings/default|plain' });
const documents = [{ id: 'landings/short', bases: ['landings/default'] }];
const experiments = [hero, plain];
const site = makeSite({ documents, experiments });
const facts = createFacts(experiments);
const NOON = Date.UTC(2026, 5, 1, 12);

function visit(more: Partial<Facts>, on = site, by = facts): PageDecision {
  const decision = decide(
    makeFacts({ url: '/en', userAgent: CHROME, experiments: by, newVisitorId: visitorId(1), now: NOON, ...more }),
    on,
  );
  if (decision.kind !== 'page') throw new Error(`A redirect to ${decision.location}`);
  return decision;
}

type Cookies = Facts['cookies'];

function after(before: Cookies, set: readonly SetCookie[]): Cookies {
  const cookies = new Map(Object.entries(before));
  for (const { name, value, maxAge } of set) {
    if (maxAge === 0) cookies.delete(name);
    else cookies.set(name, value);
  }
  return Object.fromEntries(cookies);
}

function see(cookies: Cookies, shown: 'block' | 'page' = 'block', experiment = 'hero') {
  return recordShownBlock({
    experiment,
    shown,
    cookies,
    consent: makeFacts({ cookies }).consent,
    sign: undefined,
    isLive: ({ bucket, variation }) => facts.flags.isLive(bucket, variation),
    revision: 'r',
    now: NOON + 60_000,
    attributes: { locale: 'en', applicationCountry: 'DE', device: 'desktop', webView: false },
    landing: 'landings/default',
  });
}

const listKeys = (cookie: string | undefined): readonly string[] =>
  readStickyAssignments(cookie).map(({ bucket }) => bucket);
const waiting = (cookies: Cookies): readonly string[] =>
  readGivenAssignments(cookies['vitrine_arms'] ?? '').map(({ bucket }) => bucket);
const entered = (): Cookies => after({}, visit({}).cookies);

test('A visitor of an experiment that counts by a block is given a variation and not counted, others count at once', () => {
  const first = visit({});
  expect(first.exposures.map(({ experiment }) => experiment)).toEqual(['plain']);
  const cookies = after({}, first.cookies);
  expect(listKeys(cookies['vitrine_arms'])).toEqual(['plain__0']);
  expect(waiting(cookies)).toEqual(['hero__0']);
  const second = visit({ cookies });
  expect([second.variations, second.exposures, second.cookies]).toEqual([first.variations, [], []]);
});

test('Seeing the block counts once, with the moment at which it was seen, and the variation stays', () => {
  const cookies = entered();
  const { exposures, cookies: set } = see(cookies);
  expect(exposures).toMatchObject([{ experiment: 'hero', phase: 1, at: NOON + 60_000, id: null, isFirst: true }]);
  expect(exposures[0]?.attributes).toMatchObject({ shown: 'block', visit: 'new', landing: 'landings/default' });
  const later = after(cookies, set);
  expect(listKeys(later['vitrine_arms'])).toEqual(['plain__0', 'hero__0']);
  expect(waiting(later)).toEqual([]);
  expect(see(later)).toEqual({ exposures: [], cookies: [] });
  expect(visit({ cookies: later })).toMatchObject({ variations: visit({}).variations, exposures: [], cookies: [] });
});

test('A browser without script counts when its page was sent, marked as such', () => {
  expect(see(entered(), 'page').exposures[0]?.attributes).toMatchObject({ shown: 'page' });
});

test('With consent the exposure has the id; consent between page and block keeps what waits, for as long', () => {
  const agreed = { vitrine_consent: 'statistics.x.y' };
  const cookies = after(agreed, visit({ cookies: agreed }).cookies);
  expect(see(cookies).exposures).toMatchObject([{ id: visitorId(1), attributes: { consent: 'given' } }]);
  const between = visit({ cookies: { ...entered(), ...agreed } });
  expect(between.exposures.map(({ experiment }) => experiment)).toEqual(['plain']);
  const kept = between.cookies.find(({ name }) => name === 'vitrine_arms');
  expect(kept?.maxAge).toBeGreaterThan(0);
  expect(see(after({ ...entered(), ...agreed }, between.cookies)).exposures).toMatchObject([{ id: visitorId(1) }]);
});

test('Consent that was taken back counts nothing and forgets what waits', () => {
  const agreed = { vitrine_consent: 'statistics.x.y' };
  const cookies = after(agreed, visit({ cookies: agreed }).cookies);
  const back = { ...cookies, vitrine_consent: 'none.x.y' };
  expect(see(back)).toEqual({ exposures: [], cookies: [] });
  expect(visit({ cookies: back, newVisitorId: visitorId(2) }).cookies).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'vitrine_visitor' })]),
  );
});

test('Visitors without an assignment are not counted: neither unknown visitors, nor another experiment, nor a forged variation', () => {
  expect(see({})).toEqual({ exposures: [], cookies: [] });
  expect(see(entered(), 'block', 'plain')).toEqual({ exposures: [], cookies: [] });
  const forged = { ...entered(), vitrine_arms: 'hero__0*nonsense*t0' };
  expect(see(forged)).toEqual({ exposures: [], cookies: [] });
});

test('Where an experiment stops waiting for a block, waiting visitors count with their next page', () => {
  const cookies = entered();
  const { exposeOn: _, ...atOnce } = hero;
  const on = makeSite({ documents, experiments: [atOnce, plain] });
  const next = visit({ cookies }, on, createFacts([atOnce, plain]));
  expect(next.exposures.map(({ experiment }) => experiment)).toEqual(['hero']);
  const later = after(cookies, next.cookies);
  expect([waiting(later), listKeys(later['vitrine_arms'])]).toEqual([[], ['plain__0', 'hero__0']]);
});

test('What waits survives that a browser marks the others as reported, and is not reported itself', () => {
  const { vitrine_arms: variations = '' } = entered();
  const marked = markReported(variations);
  expect(readStickyAssignments(marked)).toMatchObject([{ bucket: 'plain__0', reported: true }]);
  expect(readGivenAssignments(marked)).toEqual(readGivenAssignments(variations));
});
