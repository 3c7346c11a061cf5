import { expect, test } from 'vitest';
import type { Site } from '#engine/documents/types.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import type { Facts, PageDecision } from './types.ts';

const findSite = (experiment: Site['experiments'][number]): Site =>
  makeSite({ documents: [{ id: 'landings/short', bases: ['landings/default'] }], experiments: [experiment] });

function visit(experiment: Site['experiments'][number], facts: Partial<Facts>): PageDecision {
  const experiments = createFacts([experiment]);
  const decision = decide(makeFacts({ url: '/en', userAgent: CHROME, experiments, ...facts }), findSite(experiment));
  if (decision.kind !== 'page') throw new Error(`A redirect to ${decision.location}`);
  return decision;
}

/** The next request of the same browser. */
const next = ({ cookies }: PageDecision, before: Facts['cookies'] = {}): Facts['cookies'] => ({
  ...before,
  ...Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
});

test('A new phase splits anew and counts anyone who comes back once more', () => {
  const first = makeExperiment('hero', 'landings/short');
  const second = makeExperiment('hero', 'landings/short', { phase: 2, seed: 'hero__2' });
  const people = Array.from({ length: 400 }, (_, i) => visitorId(i)).map((newVisitorId) => {
    const before = visit(first, { newVisitorId });
    const cookies = { ...next(before), vitrine_consent: 'statistics.x.y' };
    const after = visit(second, { newVisitorId, cookies });
    expect(visit(second, { newVisitorId, cookies: next(after, cookies) }).exposures).toEqual([]);
    return { before, after };
  });
  // The first phase is stored on consent, the second because it is new.
  for (const { after } of people)
    expect(after.exposures.map(({ phase, isFirst }) => [phase, isFirst])).toEqual([
      [2, true],
      [1, false],
    ]);
  const moved = people.filter(({ before, after }) => before.variations.length !== after.variations.length).length;
  expect(moved).toBeGreaterThan(140);
  expect(moved).toBeLessThan(260);
});

test('An exposure says what was known of the visitor when it was evaluated, and whether statistics were agreed to by then', () => {
  const hero = makeExperiment('hero', 'landings/short');
  const consent = { vitrine_consent: 'statistics.x.y' };
  const of = (facts: Partial<Facts>) => visit(hero, { country: 'AT', ...facts }).exposures[0]?.attributes;
  const [id, known] = [visitorId(1), { applicationCountry: 'AT', device: 'desktop', landing: 'landings/default' }];
  const first = visit(hero, { newVisitorId: id });
  expect(of({ newVisitorId: id, cookies: consent })).toMatchObject({ ...known, visit: 'new', consent: 'given' });
  const agreed = { ...next(first), ...consent };
  expect(of({ newVisitorId: id, cookies: agreed })).toMatchObject({ ...known, visit: 'new', consent: 'later' });
  const before = { ...consent, vitrine_visitor: `${id}.1` };
  expect(of({ newVisitorId: id, cookies: before })).toMatchObject({ visit: 'returning', consent: 'given' });
});

test('Outside the window of an experiment no visitor takes part, and previous participants see the control', () => {
  const [opens, closes] = [Date.UTC(2026, 10, 27), Date.UTC(2026, 10, 30)];
  const window = { from: '2026-11-27T00:00', to: '2026-11-30T00:00', zone: 'UTC' };
  const timed = makeExperiment('hero', 'landings/short', { window });
  const variations = (now: number, i: number) => visit(timed, { newVisitorId: visitorId(i), now });
  const tester = Array.from({ length: 50 }, (_, i) => i).find((i) => variations(opens, i).variations.length === 1) ?? 0;
  const inside = variations(opens, tester);
  expect(inside).toMatchObject({ variations: ['landings/short'], exposures: [{ experiment: 'hero' }] });
  expect(variations(opens - 1, tester)).toMatchObject({ variations: [], exposures: [], cookies: [] });
  const cookies = next(inside);
  expect(visit(timed, { cookies, now: closes - 1 })).toMatchObject({ variations: ['landings/short'] });
  expect(visit(timed, { cookies, now: closes })).toMatchObject({ variations: [], exposures: [] });
});

test.each([
  ['a time that is none', 'hero__0~test~zzzzzzzzzzzz'],
  ['a time that no database takes', 'hero__0~test~100000000'],
  ['an experiment that is not here', 'other__0~b~1'],
  ['a variation that the experiment has not', 'hero__0~b~1'],
  ['a phase that has not begun', 'hero__7~test~1'],
  ['a character that no database takes', 'he%00ro__0~test~1'],
  ['a key that is too long for an index', `${'x'.repeat(3000)}__0~test~1`],
])('A forged cookie with %s is not stored', (_, forged) => {
  const cookies = {
    vitrine_consent: 'statistics.x.y',
    vitrine_visitor: visitorId(1),
    vitrine_arms: `hero__0~invented~1!${forged}`,
  };
  const { exposures } = visit(makeExperiment('hero', 'landings/short'), { cookies, newVisitorId: visitorId(1) });
  expect(exposures).toMatchObject([{ experiment: 'hero', phase: 1, at: makeFacts().now }]);
  expect(exposures[0]?.variation).not.toBe('invented');
});
