import { expect, test } from 'vitest';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import type { Facts } from './types.ts';

const start = 'landings/default';
const ids = ['landings/short', 'landings/calm'];
const tested = makeExperiment('look', 'landings/short', {
  variations: [start, ...ids].map((variant, index) => ({ key: String(index), variant, weight: 1 / 3 })),
});
const experiments = [tested, { ...makeExperiment('resting', 'landings/short'), status: 'paused' as const }];
const site = makeSite({ documents: ids.map((id) => ({ id, bases: [start] })), experiments });
const facts = createFacts(experiments);

const SAFARI_ON_A_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Visitors of one second with different counted attributes. */
function visits(): readonly Facts[] {
  const now = Date.UTC(2026, 10, 25);
  return Array.from({ length: 3_000 }, (_, index) =>
    makeFacts({
      url: ['/en', '/de', '/en?os=ios'][index % 3] ?? '',
      userAgent: index % 2 === 0 ? CHROME : SAFARI_ON_A_PHONE,
      country: [null, 'DE', 'PL'][index % 5] ?? null,
      experiments: facts,
      newVisitorId: visitorId(index),
      now: now + (index % 7),
    }),
  );
}

/** An explanation is computed without the cache. */
const unshared = (visit: Facts) => decide(visit, site, () => undefined);

test('A first visit gets the page, the cookies and the counts that it would get if it were the only one of its second', () => {
  const at = (decision: ReturnType<typeof decide>) => ({
    ...decision,
    // An exposure without an id is counted by hour only.
    exposures: decision.exposures.map((each) => ({ ...each, at: Math.floor(each.at / 1000) })),
  });
  const combinations = new Set<string>();
  for (const visit of visits()) {
    const decision = decide(visit, site);
    expect(at(decision)).toEqual(at(unshared(visit)));
    if (decision.kind === 'page') combinations.add(decision.variations.join(' '));
  }
  expect(combinations.size).toBe(3);
});

test('First visits of one second have their counts in common, and each has its own id', () => {
  const decisions = visits().map((visit) => decide(visit, site));
  const lists = new Set(decisions.map(({ exposures }) => exposures));
  expect(lists.size).toBeLessThan(decisions.length / 10);
  const own = new Set(decisions.map(({ cookies }) => cookies.find(({ name }) => name === 'vitrine_visitor')?.value));
  expect(own.size).toBe(decisions.length);
});

test('Who agreed to statistics shares nothing: rows are stored under the id', () => {
  const [visit] = visits();
  if (visit === undefined) throw new Error('There is a visit.');
  const agreed = (id: number) => decide({ ...visit, consent: ['statistics'], newVisitorId: visitorId(id) }, site);
  expect(agreed(1).exposures.map(({ id }) => id)).toEqual([visitorId(1)]);
  expect(agreed(2).exposures.map(({ id }) => id)).toEqual([visitorId(2)]);
});
