import { expect, test, vi } from 'vitest';
import { journeys as decideJourneys } from '#schemas/generated/journeys/decide.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { journeyDocuments } from '#tests/helpers/journey-documents.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { createAnsweredForms } from './answer-form.ts';
import { applySessionChange } from './session-change.ts';
import type { MembersPort, Submission } from './use-case.ts';

const everyUseCase = journeys.flatMap(({ useCases }) => Object.keys(useCases));
const activate = vi.fn<(request: unknown) => Promise<object>>(async () => ({ outcome: 'pending' }));
// As much of the members as these forms ask.
const members = {
  ...Object.fromEntries(everyUseCase.map((name) => [name, async () => ({ outcome: 'invalid', errors: [] })])),
  activate,
} as unknown as MembersPort;
const screens = ['activateaccountError', 'registrationformemailpendingcomplete'];
const site = makeSite({
  journeys: decideJourneys,
  documents: screens.map((name) => ({ id: `pages/registration/${name}`, route: `/registration/${name}` })),
});
const listForms = createAnsweredForms(journeys, members);

function submission(
  values: Submission['values'],
  session: Submission['session'] = {},
  at = site,
): Omit<Submission, 'form' | 'questions'> {
  return {
    values,
    fields: new URLSearchParams(),
    session,
    formKey: null,
    network: '192.0.2.1',
    referrer: '',
    attribution: null,
    place: { site: at, locale: 'en', document: null, routedDocument: null, path: '/', params: {}, query: '' },
    now: 0,
  };
}

const makeAnswer = (path: string, ...given: Parameters<typeof submission>) =>
  listForms(given[2] ?? site)
    .get(path)
    ?.answer(submission(...given));

test('A form reaches its use case with its values, and the document says where its visitor goes', async () => {
  expect(await makeAnswer('activate', { token: 'abc' })).toEqual({
    to: '/registration/registrationformemailpendingcomplete',
    events: [{ name: 'account_pending' }],
    session: { add: { failedToken: 'abc', waiting: '' } },
  });
  expect(activate).toHaveBeenLastCalledWith({ token: 'abc', network: '192.0.2.1' });
});

test('An invalid form never reaches a use case that requires validation', async () => {
  activate.mockClear();
  expect(await makeAnswer('activate', {})).toEqual({ to: '/registration/activateaccountError' });
  expect(activate).not.toHaveBeenCalled();
});

test('A form without the session that it needs is answered without a use case', async () => {
  expect(await makeAnswer('change-email', { email: 'anna@example.com' })).toEqual({ to: '/' });
});

test('A form without a use case is answered from its values', async () => {
  expect(await makeAnswer('become-member', { email: 'anna@example.com' })).toMatchObject({ opened: 'registration' });
  expect(await makeAnswer('become-member', { email: 'anna' })).toEqual({
    refused: [{ field: 'email', message: 'errors.email' }],
  });
});

test('A server does not start while its members lack a use case that a journey names', () => {
  expect(() => createAnsweredForms(journeys, { ...members, activate: undefined } as unknown as MembersPort)).toThrow(
    'A journey names the use case "activate", which none implements.',
  );
});

test('A site whose document says something else is answered by it at once', async () => {
  const [[name, document] = ['', undefined]] = journeyDocuments(decideJourneys);
  if (document === undefined) throw new Error('The project has no document of a journey.');
  const { activate: before } = document.outcomes;
  const outcomes = { ...document.outcomes, activate: { ...before, pending: [{ page: 'landings/default' }] } };
  const changed = makeSite({
    journeys: decideJourneys,
    journeyDocuments: new Map([[name, { ...document, outcomes }]]),
  });
  expect(await makeAnswer('activate', { token: 'abc' }, {}, changed)).toEqual({ to: '/' });
});

test('A session keeps what an effect adds to, and loses what one replaces', () => {
  const session = { active: true, failedToken: 'abc' } as const;
  expect(applySessionChange(session, { add: { failedToken: 'def' } })).toEqual({ active: true, failedToken: 'def' });
  expect(applySessionChange(session, { replace: { draft: 'x' } })).toEqual({ draft: 'x' });
});
