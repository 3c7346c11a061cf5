import { expect, test } from 'vitest';
import { CHROME, factsOf, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
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

/** A visitor whom the experiment gives the test arm. */
function testerOf(facts: Partial<Facts>): string {
  const ids = Array.from({ length: 50 }, (_, index) => visitorId(index));
  const found = ids.find((newVisitorId) => visit({ ...facts, newVisitorId }).arms.length === 1);
  if (found === undefined) throw new Error('Of fifty visitors none got the test arm.');
  return found;
}

test('An experiment for a campaign or a browser takes its visitors alone, keeps no address of theirs, and no answer for all', () => {
  const campaign = makeExperiment('hero', 'landings/short', {
    targeting: { utmSources: ['letter'], browsers: ['chrome'] },
  });
  const experiments = factsOf([campaign]);
  const tester = testerOf({ experiments, url: '/en?utm_source=letter' });
  const facts = { experiments, newVisitorId: tester };
  const meant = visit({ ...facts, url: '/en?utm_source=letter' });
  expect(meant.arms).toEqual(['landings/short']);
  expect(JSON.stringify(meant.exposures)).not.toMatch(/letter|chrome/i);
  const cookies = Object.fromEntries(meant.cookies.map(({ name, value }) => [name, value]));
  // Anyone who was given an arm keeps it.
  expect(visit({ ...facts, cookies, url: '/en' }).arms).toEqual(['landings/short']);
  expect(visit({ ...facts, url: '/en?utm_source=other' })).toMatchObject({ arms: [], cookies: [] });
  expect(visit({ ...facts, url: '/en' })).toMatchObject({ arms: [], cookies: [] });
  const firefox = CHROME.replace(/Chrome\S+/, 'Firefox/150.0');
  expect(visit({ ...facts, userAgent: firefox, url: '/en?utm_source=letter' })).toMatchObject({
    arms: [],
    cookies: [],
  });
  expect(visit({ ...facts, userAgent: 'Googlebot/2.1', url: '/en' }).keptFor).toBeUndefined();
});
