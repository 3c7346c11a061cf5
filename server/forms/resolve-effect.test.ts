import { describe, expect, test } from 'vitest';
import type { JourneyDocument, JourneyEffect } from '#schemas/generated/documents.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { resolveEffect, type EffectQuestion } from './resolve-effect.ts';

const site = makeSite({
  documents: [
    { id: 'pages/one', route: '/one' },
    { id: 'pages/two', route: '/two' },
    { id: 'pages/step', route: '/step' },
    { id: 'landings/summer', slug: 'summer', flow: 'long' },
  ],
});
const place = {
  site,
  locale: 'en',
  document: null,
  routedDocument: null,
  path: '/here',
  params: {},
  query: '',
} as const;

/** A document with one outcome, `ask.done`. */
function documentWith(...done: JourneyEffect[]): JourneyDocument {
  return {
    $schema: 'x',
    version: 4,
    machines: {
      visit: {
        subject: 'visitor',
        initial: 'new',
        states: {
          new: {},
          known: { screens: [{ when: { active: 'yes' }, page: 'pages/two' }, { page: 'pages/one' }] },
        },
        transitions: [{ from: ['new'], on: 'ask.done', to: 'known' }],
      },
    },
    flows: {
      long: {
        steps: [
          { name: 'first', form: 'code' },
          { name: 'second', form: 'lobby', page: 'pages/step' },
        ],
      },
    },
    forms: { code: { post: 'code', useCase: 'ask', page: 'landings/default' } },
    outcomes: { ask: { done } },
    refusals: { LATE: { deny: 'expired', message: 'refusals.invitationExpired' } },
  };
}

function ask(document: JourneyDocument, answer: object = {}, more: Partial<EffectQuestion> = {}) {
  return resolveEffect({
    site,
    document,
    journey: { name: 'test', conditions: ({ session }) => ({ active: session.active === true ? 'yes' : 'no' }) },
    hooks: { sessionChanges: { done: (): Session => ({ active: true }) } },
    useCase: 'ask',
    form: 'code',
    caller: 'page',
    answer: { outcome: 'done', ...answer },
    context: { request: null, session: {}, place },
    ...more,
  });
}

describe('An outcome leads', () => {
  test.each<[string, JourneyEffect, object, object]>([
    ['to a page', { page: 'pages/one', hash: 'sent' }, {}, { to: '/one', hash: 'sent' }],
    ['to the page of the form itself', { stay: true }, {}, { to: '/here' }],
    ['to the next step of the flow that has the form', { step: 'next' }, {}, { to: '/step' }],
    [
      'to the landing of its code',
      { landingOfCode: true },
      { landing: 'landings/x' },
      { to: { landing: 'landings/x' } },
    ],
    ['to the address of its code', { addressOfCode: true }, { code: 'ANNA' }, { to: '/ANNA' }],
    [
      'to its fields',
      { refuse: 'fields' },
      { errors: [{ field: 'email', message: 'x' }] },
      { refused: [{ field: 'email', message: 'x' }] },
    ],
    [
      'to the field of a refused code',
      { refuse: 'code' },
      { error: 'LATE' },
      { refused: [{ field: 'code', message: 'refusals.invitationExpired' }] },
    ],
    ['to a later try', { refuse: 'later' }, { retryAfterSeconds: 9 }, { retryAfterSeconds: 9 }],
    [
      'to a sentence',
      { refuse: 'sentence', sentence: 'refusals.stepMissing' },
      {},
      { refusal: 'refusals.stepMissing', status: 422 },
    ],
    [
      'to the deny page',
      { deny: 'bare' },
      { error: 'LATE' },
      { denied: { facets: { refusal: 'expired' }, values: {} } },
    ],
  ])('%s', (_, effect, answer, expected) => {
    expect(ask(documentWith(effect), answer)).toEqual(expected);
  });

  test('with a code that names no landing to the one that it was typed on, when a flow begins there', () => {
    const typedOn = (...blocks: { type: string; props: Readonly<Record<string, unknown>> }[]) => {
      const document = makeSite({
        documents: [
          {
            id: 'landings/autumn',
            slug: 'autumn',
            blocks: blocks.map((block) => makeBlock({ id: block.type, ...block })),
          },
        ],
      }).documents.get('landings/autumn');
      const context = { request: null, session: {}, place: { ...place, path: '/autumn', document: document ?? null } };
      return ask(documentWith({ landingOfCode: true }), { landing: null }, { context, site: flowing });
    };
    const flowing = { ...site, journeyDocuments: new Map([['registration', documentWith()]]) };
    const code = { type: 'access-code', props: {} };
    expect(typedOn(code, { type: 'registration-form', props: { step: 'second' } })).toEqual({ to: '/autumn' });
    expect(typedOn(code)).toEqual({ to: { landing: null } });
  });

  test('to the screen of the state that it leads to, as what it brought along has made it', () => {
    expect(ask(documentWith({ screen: 'visit' }))).toEqual({ to: '/one' });
    expect(ask(documentWith({ screen: 'visit', session: 'add' }))).toEqual({
      to: '/two',
      session: { add: { active: true } },
    });
  });
});

test('The first alternative whose conditions hold is taken; one without conditions always holds', () => {
  const document = documentWith({ when: { caller: 'program' }, page: 'pages/two' }, { page: 'pages/one' });
  expect(ask(document)).toEqual({ to: '/one' });
  expect(ask(document, {}, { caller: 'program' })).toEqual({ to: '/two' });
});

test('Values stand in for their names in a query, and a parameter without its value is left out', () => {
  const document = documentWith({ page: 'pages/one', query: { token: '{token}', late: '{late}', reason: 'failed' } });
  expect(ask(document, { token: 'abc' })).toEqual({ to: '/one', query: { token: 'abc', reason: 'failed' } });
});

test('What is known of a visitor is added to, replaced, cleared or left alone', () => {
  const session = (effect: Partial<JourneyEffect>) => ask(documentWith({ page: 'pages/one', ...effect }));
  expect(session({ session: 'replace' })).toEqual({ to: '/one', session: { replace: { active: true } } });
  expect(session({ session: 'clear' })).toEqual({ to: '/one', session: { replace: {} } });
});

describe('What is reported of an outcome', () => {
  const reported = (effect: Partial<JourneyEffect>, answer: object = {}, more: Partial<EffectQuestion> = {}) =>
    ask(documentWith({ page: 'pages/one', ...effect }), answer, more).events?.map(({ name }) => name);

  test('are the events that it names, and those whose conditions hold', () => {
    const conditionalEvents = [
      { when: { active: 'no' }, event: 'first' },
      { when: { active: 'yes' }, event: 'again' },
    ];
    expect(reported({})).toBeUndefined();
    expect(reported({ event: 'one' })).toEqual(['one']);
    expect(reported({ event: ['one', 'two'], conditionalEvents })).toEqual(['one', 'two', 'first']);
  });

  test('is nothing when the same answer was given before', () => {
    expect(reported({ event: 'one' }, { repeated: true })).toBeUndefined();
  });

  test('is why a code is refused, in its field and on the deny page', () => {
    const refusals = { LATE: { deny: 'expired', message: 'refusals.x', event: 'code_expired' } };
    for (const document of [documentWith({ refuse: 'code' }), documentWith({ deny: 'bare' })])
      expect(ask({ ...document, refusals }, { error: 'LATE' }).events).toEqual([{ name: 'code_expired' }]);
  });

  test('has the fields that its journey knows', () => {
    const journey: EffectQuestion['journey'] = {
      name: 'test',
      eventFields: (event, { form }) => (event === 'one' ? { registrationFlow: `${form}` } : undefined),
    };
    const { events } = ask(documentWith({ page: 'pages/one', event: ['one', 'two'] }), {}, { journey });
    expect(events).toEqual([{ name: 'one', fields: { registrationFlow: 'code' } }, { name: 'two' }]);
  });
});

test('A form is begun with what another one was sent with', () => {
  const open = { form: 'registration', values: ['email'], facets: { product: 'none' } };
  expect(ask(documentWith({ open }), {}, { sent: { email: 'a@b.c', code: 'X' } })).toEqual({
    opened: 'registration',
    values: { email: 'a@b.c' },
    facets: { product: 'none' },
  });
});

test('An outcome that the document does not name is a bug: the check would have found it', () => {
  expect(() => ask(documentWith({ page: 'pages/one' }), { outcome: 'lost' })).toThrow(
    'No effect is named for the outcome "lost" of "ask".',
  );
  expect(() => ask({ ...documentWith({ screen: 'visit' }), machines: {} })).toThrow('leads to no screen of "visit"');
});
