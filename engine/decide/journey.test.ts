import { expect, test } from 'vitest';
import type { SessionFact } from '#engine/guards/facts.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { nextRiddle, riddles } from '#tests/helpers/riddles.ts';
import { site } from '#tests/helpers/sample-site.ts';
import { decide } from './decide.ts';
import { match } from './match.ts';
import { collectNeedDefinitions } from './needs.ts';
import type { Decision, Facts, TraceStep } from './types.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);
const solved: SessionFact = { state: 'open', role: 'visitor', journeys: {} };
const member: SessionFact = { state: 'open', role: 'member', journeys: {} };

test('a path that no document answers belongs to the journey that knows it, and needs what all landings need', () => {
  expect(match('/de/riddle-abc', site)).toMatchObject({ kind: 'claimed', path: '/riddle-abc', needs: ['session'] });
  expect(match('/de/riddle-abc', site).claimedBy).toBe(riddles);
  expect(match('/de/other', site)).toEqual({ kind: 'not-found', prefix: 'de', path: '/other', query: '', needs: [] });
  expect(match('/de/riddle-abc', makeSite())).toMatchObject({ kind: 'not-found' });
});

test('a journey may read something from the query of a landing, never from that of a page', () => {
  expect(match('/de/summer?riddle=abc', site)).toMatchObject({ kind: 'landing', needs: ['session'] });
  expect(match('/de/summer?riddle=abc', site).claimedBy).toBe(riddles);
  expect(match('/de/about-us?riddle=abc', site)).not.toHaveProperty('claimedBy');
  expect(match('/de/summer?other=abc', site)).not.toHaveProperty('claimedBy');
});

test.each<[SessionFact | undefined, object]>([
  [undefined, { status: 404, outcome: 'not-found', personal: true }],
  [{ state: 'none' }, { status: 404, outcome: 'not-found', personal: true }],
  [{ state: 'unknown' }, { status: 503, document: 'landings/default', path: '/' }],
  [
    solved,
    {
      status: 200,
      document: 'landings/summer',
      path: '/summer',
      indexable: false,
      personal: true,
      values: { asked: '&riddle=abc', query: '&riddle=abc' },
    },
  ],
  [
    member,
    {
      status: 403,
      outcome: 'denied',
      document: 'pages/registration/deny',
      facets: { reason: 'member' },
      values: { sphinx: '/riddle-abc', query: '&riddle=abc' },
      personal: true,
    },
  ],
])('with the session %o a claimed path is answered as its journey says', (session, expected) => {
  expect(visit({ url: '/de/riddle-abc', ...(session && { session }) })).toMatchObject(expected);
});

test('a claimed path survives a language redirect', () => {
  expect(visit({ url: '/riddle-abc?x=1', session: solved, acceptLanguage: 'de' })).toMatchObject({
    kind: 'redirect',
    location: '/de/riddle-abc?x=1',
  });
});

test('a claim in the query brings another landing to the start page only', () => {
  expect(visit({ url: '/de?riddle=abc', session: solved })).toMatchObject({ document: 'landings/summer', path: '/' });
  expect(visit({ url: '/de?riddle=abc', session: { state: 'none' } })).toMatchObject({ document: 'landings/default' });
  expect(visit({ url: '/de/sale?riddle=abc', session: solved, now: Date.UTC(2026, 10, 28) })).toMatchObject({
    document: 'landings/sale',
  });
});

test('a guard of a journey may send the visitor elsewhere, and is part of `Vary`', () => {
  expect(visit({ url: '/de/solved', session: { state: 'none' } })).toMatchObject({
    kind: 'redirect',
    status: 302,
    location: '/de/about-us',
    vary: ['X-Riddle', 'Cookie'],
  });
  expect(visit({ url: '/de/solved', session: solved })).toMatchObject({ status: 200, personal: true });
});

test('a facet that needs a look-up makes its page personal', () => {
  expect(match('/de/greeting', site).needs).toEqual(['session']);
  expect(visit({ url: '/de/greeting', session: solved })).toMatchObject({
    facets: { solved: 'yes' },
    personal: true,
    vary: ['Cookie'],
  });
});

test('a facet holds until its journey says so', () => {
  const validUntil = (now: number): unknown => {
    const its = makeSite({ journeys: [riddles], documents: [{ id: 'landings/a', slug: 'a', facets: ['season'] }] });
    return decide(makeFacts({ url: '/de/a', now }), its);
  };
  expect(validUntil(0)).toMatchObject({ facets: { season: 'summer' }, validUntil: nextRiddle, personal: false });
  expect(validUntil(nextRiddle)).toMatchObject({ facets: { season: 'winter' }, validUntil: null });
});

test('what a document means to a journey says whether it may be shared', () => {
  for (const url of ['/de/own', '/de/begun']) expect(match(url, site).needs).toEqual(['session']);
  expect(visit({ url: '/de/own', session: { state: 'none' } })).toMatchObject({ personal: true, vary: ['Cookie'] });
  expect(visit({ url: '/de/begun', session: { state: 'none' } })).toMatchObject({ personal: false, vary: ['Cookie'] });
});

test('a journey may show another document in place, or send the visitor to another route', () => {
  expect(visit({ url: '/de/sphinx' })).toMatchObject({ status: 200, document: 'pages/about-us', path: '/sphinx' });
  expect(visit({ url: '/de/sphinx', session: solved })).toMatchObject({ kind: 'redirect', location: '/de/own' });
  expect(visit({ url: '/de/sphinx?answer=man' })).toMatchObject({ document: 'pages/sphinx' });
});

test('an address with a secret of a journey is confidential on every page', () => {
  expect(visit({ url: '/de/about-us?answer=man' })).toMatchObject({
    confidential: true,
    values: { answer: 'man', asked: '&answer=man', query: '&answer=man' },
  });
  expect(visit({ url: '/de/no/where?answer=man' })).toMatchObject({ status: 404, confidential: true });
  for (const url of ['/de/about-us?answer=', '/de/about-us?other=man', '/de/about-us'])
    expect(visit({ url })).toMatchObject({ confidential: false });
});

test('the explanation says what a journey found out', () => {
  const steps: TraceStep[] = [];
  decide(makeFacts({ url: '/de/riddle-abc', session: solved }), site, (step) => steps.push(step));
  expect(steps).toContainEqual({ step: 'route', note: 'The riddle is open.' });
});

test('Of two journeys the first one applies where only one can, and values of both are merged', () => {
  const more = { name: 'more', page: () => ({ values: { asked: 'more', more: 'yes' } }) };
  const both = makeSite({ journeys: [riddles, more] });
  expect(decide(makeFacts({ url: '/de/about-us?answer=man' }), both)).toMatchObject({
    values: { answer: 'man', asked: '&answer=man', more: 'yes' },
  });
});

test('how needs are looked up is said by the engine and by journeys', () => {
  const patient = { name: 'patient', needs: { session: { timeoutMs: 1 } } };
  expect(collectNeedDefinitions([])).toEqual({ session: { reads: ['Cookie'], without: { state: 'none' } } });
  expect(collectNeedDefinitions([patient])).toEqual({ session: { timeoutMs: 1 } });
});
