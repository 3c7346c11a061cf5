import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import type { Decision, Facts, TraceStep } from '#engine/decide/types.ts';
import type { SessionFact } from '#engine/guards/facts.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { site } from '#tests/helpers/registration-sample-site.ts';
import type { CodeFact, TokenFact } from './facts.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);
const valid: CodeFact = { state: 'valid', inviterName: 'Ann', landing: null };

test('P8: a visitor from a forbidden site gets the deny page in place, with code and referrer', () => {
  expect(visit({ url: '/summer?rc=ABCD', referrer: 'https://coupons.example/x', code: valid })).toMatchObject({
    kind: 'page',
    status: 403,
    outcome: 'denied',
    document: 'pages/registration/deny',
    path: '/summer',
    indexable: false,
    personal: true,
    values: { rc: 'ABCD', fref: 'https://coupons.example/x', query: '&rc=ABCD' },
    vary: ['Accept-Language', 'Cookie', 'Referer'],
  });
  expect(visit({ url: '/de/summer', referrer: 'https://friendly.example' })).toMatchObject({
    status: 200,
    personal: false,
    vary: ['Referer'],
  });
});

test.each<[string, TokenFact | undefined, number]>([
  ['valid', { state: 'valid', purpose: 'lobby', email: 'a@example.com', validUntil: 1 }, 200],
  [
    'for another purpose',
    { state: 'valid', purpose: 'social-second-step', email: 'a@example.com', validUntil: 1 },
    403,
  ],
  ['absent', { state: 'missing' }, 403],
  ['not checked', undefined, 403],
])('P8: with a token that is %s the lobby answers accordingly', (_, token, status) => {
  expect(visit({ url: '/lobby', token })).toMatchObject({ status, personal: true });
});

const lobbyToken = { state: 'valid', purpose: 'lobby', email: 'a@example.com', validUntil: 2 } as const;
const toNote = { purpose: 'lobby', email: 'a@example.com', validUntil: 2 };
const openedBefore = (email: string): SessionFact => ({
  state: 'open',
  role: 'visitor',
  journeys: { registration: { opened: { lobby: { email, validUntil: 2 } } } },
});

test.each<[string, Partial<Facts>, object | undefined]>([
  ['the first time', {}, toNote],
  ['with another address than before', { session: openedBefore('b@example.com') }, toNote],
  ['once more', { session: openedBefore('a@example.com') }, undefined],
  ['by a prefetch', { prefetch: true }, undefined],
  ['by HEAD', { method: 'HEAD' }, undefined],
  ['by a form', { method: 'POST' }, undefined],
  ['by a token for something else', { token: { ...lobbyToken, purpose: 'social-second-step' } }, undefined],
])('G1: the token that opens the lobby is to be noted, when it is opened %s: %o → %o', (_, facts, expected) => {
  const decision = visit({ url: '/lobby', token: lobbyToken, ...facts });
  expect(decision.kind === 'page' && decision.notes?.registration).toEqual(expected);
});

test('G1: a page that asks for no token notes none', () => {
  expect(visit({ url: '/de/hidden', token: lobbyToken })).toHaveProperty('notes', undefined);
});

test('G1: a reload of the lobby without the token knows its address, for which nothing was done yet', () => {
  const reload = (session: SessionFact) => visit({ url: '/lobby', token: { state: 'missing' }, session });
  const opened = { lobby: { email: 'b@example.com', validUntil: 2 } };
  const used = { lobby: { email: 'a@example.com' } };
  for (const more of [{ opened }, { opened, used }])
    expect(reload({ state: 'open', role: 'visitor', journeys: { registration: more } })).toMatchObject({
      status: 200,
      values: { lobbyEmail: 'b@example.com' },
    });
});

test('P8: guards run in order and the first refusal counts', () => {
  const steps: TraceStep[] = [];
  decide(makeFacts({ url: '/strict', referrer: 'https://coupons.example', session: { state: 'none' } }), site, (step) =>
    steps.push(step),
  );
  expect(steps.filter(({ step }) => step === 'guard').map(({ note }) => note.split(':')[0])).toEqual([
    'Guard "locale"',
    'Guard "forbidden-referrer"',
  ]);
});
