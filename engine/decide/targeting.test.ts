import { expect, test } from 'vitest';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import type { Facts, PageDecision } from './types.ts';

const site = makeSite({ documents: [{ id: 'landings/short', bases: ['landings/default'] }] });

function visit(facts: Partial<Facts>): PageDecision {
  const decision = decide(makeFacts({ url: '/en', userAgent: CHROME, ...facts }), site);
  if (decision.kind !== 'page') throw new Error(`A redirect to ${decision.location}`);
  return decision;
}

/** A visitor in the treatment. */
function makeTester(facts: Partial<Facts>): string {
  const ids = Array.from({ length: 50 }, (_, index) => visitorId(index));
  const found = ids.find((newVisitorId) => visit({ ...facts, newVisitorId }).variations.length === 1);
  if (found === undefined) throw new Error('Of fifty visitors none got the test variation.');
  return found;
}

test('An experiment for a campaign or a browser takes its visitors alone, keeps no address of theirs, and no answer for all', () => {
  const campaign = makeExperiment('hero', 'landings/short', {
    targeting: { utmSources: ['letter'], browsers: ['chrome'] },
  });
  const experiments = createFacts([campaign]);
  const tester = makeTester({ experiments, url: '/en?utm_source=letter' });
  const facts = { experiments, newVisitorId: tester };
  const meant = visit({ ...facts, url: '/en?utm_source=letter' });
  expect(meant.variations).toEqual(['landings/short']);
  expect(JSON.stringify(meant.exposures)).not.toMatch(/letter|chrome/i);
  const cookies = Object.fromEntries(meant.cookies.map(({ name, value }) => [name, value]));
  // Anyone who was given a variation keeps it.
  expect(visit({ ...facts, cookies, url: '/en' }).variations).toEqual(['landings/short']);
  expect(visit({ ...facts, url: '/en?utm_source=other' })).toMatchObject({ variations: [], cookies: [] });
  expect(visit({ ...facts, url: '/en' })).toMatchObject({ variations: [], cookies: [] });
  const firefox = CHROME.replace(/Chrome\S+/, 'Firefox/150.0');
  expect(visit({ ...facts, userAgent: firefox, url: '/en?utm_source=letter' })).toMatchObject({
    variations: [],
    cookies: [],
  });
  expect(visit({ ...facts, userAgent: 'Googlebot/2.1', url: '/en' }).cacheScope).toBeUndefined();
});

const listCookies = ({ cookies }: PageDecision): Facts['cookies'] =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]));

test('An experiment for visitors who come from another site takes them alone, and they keep their variation elsewhere', () => {
  const experiments = createFacts([
    makeExperiment('hero', 'landings/short', { targeting: { referrers: ['www.vogue.example'] } }),
  ]);
  const meant = { experiments, referrer: 'https://www.vogue.example/article?id=7' };
  const facts = { ...meant, newVisitorId: makeTester(meant) };
  const first = visit(facts);
  expect(first.variations).toEqual(['landings/short']);
  expect(JSON.stringify(first.exposures)).not.toContain('vogue');
  expect(visit({ ...facts, referrer: '', cookies: listCookies(first) }).variations).toEqual(['landings/short']);
  for (const referrer of ['', 'https://vogue.example/', 'https://www.vogue.example.evil.test/', 'nonsense'])
    expect(visit({ ...facts, referrer })).toMatchObject({ variations: [], cookies: [] });
});

test('An experiment for first visits excludes visitors of other experiments, and retains its own', () => {
  const targeting = { firstVisit: true };
  const experiments = createFacts([makeExperiment('hero', 'landings/short', { targeting })]);
  const facts = { experiments, newVisitorId: makeTester({ experiments }) };
  const first = visit(facts);
  expect(first.variations).toEqual(['landings/short']);
  expect(visit({ ...facts, cookies: listCookies(first) }).variations).toEqual(['landings/short']);
  const known = { vitrine_visitor: facts.newVisitorId };
  expect(visit({ ...facts, cookies: known })).toMatchObject({ variations: [], exposures: [] });
  const later = createFacts([makeExperiment('hero', 'landings/short', { targeting: { firstVisit: false } })]);
  expect(visit({ ...facts, experiments: later })).toMatchObject({ variations: [], cookies: [] });
  expect(visit({ ...facts, experiments: later, cookies: known }).variations).toEqual(['landings/short']);
});
