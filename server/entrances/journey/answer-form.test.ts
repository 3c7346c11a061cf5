import { expect, test, vi } from 'vitest';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { answeredForms, effectOf } from './answer-form.ts';
import { changedSession } from './session-change.ts';
import type { MembersPort, Submission } from './use-case.ts';

const everyUseCase = journeys.flatMap(({ useCases }) => Object.keys(useCases));
const activate = vi.fn<(request: unknown) => Promise<object>>(async () => ({ outcome: 'pending' }));
// As much of the members as these forms ask.
const members = {
  ...Object.fromEntries(everyUseCase.map((name) => [name, async () => ({ outcome: 'invalid', errors: [] })])),
  activate,
} as unknown as MembersPort;

function submission(values: Submission['values'], session: Submission['session'] = {}): Submission {
  return {
    values,
    fields: new URLSearchParams(),
    session,
    formKey: null,
    network: '192.0.2.1',
    referrer: '',
    place: { site: makeSite(), locale: 'en', document: null, asked: null, path: '/', claims: {}, query: '' },
    now: 0,
  };
}

const answerOf = (path: string, ...given: Parameters<typeof submission>) =>
  answeredForms(journeys, members)
    .get(path)
    ?.answer(submission(...given));

test('A form reaches its use case with its values, and the outcome says where its visitor goes', async () => {
  expect(await answerOf('activate', { token: 'abc' })).toEqual({
    to: '/registration/registrationformemailpendingcomplete',
  });
  expect(activate).toHaveBeenLastCalledWith({ token: 'abc', network: '192.0.2.1' });
});

test('A form that its schema refuses never reaches a use case that wants it checked', async () => {
  activate.mockClear();
  expect(await answerOf('activate', {})).toEqual({ to: '/registration/activateaccountError' });
  expect(activate).not.toHaveBeenCalled();
});

test('A form whose session has nothing to go on with is answered without asking anybody', async () => {
  expect(await answerOf('change-email', { email: 'anna@example.com' })).toEqual({ to: '/' });
});

test('A form without a use case is answered from its values', async () => {
  expect(await answerOf('become-member', { email: 'anna@example.com' })).toMatchObject({ opened: 'registration' });
  expect(await answerOf('become-member', { email: 'anna' })).toEqual({
    refused: [{ field: 'email', message: 'errors.email' }],
  });
});

test('A server does not start while its members lack a use case that a journey names', () => {
  expect(() => answeredForms(journeys, { ...members, activate: undefined } as unknown as MembersPort)).toThrow(
    'server/members has no use case "activate", which a journey names.',
  );
});

test('An outcome without an effect is a bug', () => {
  const asked = { ...submission({}), request: null };
  expect(() => effectOf({}, { outcome: 'lost' }, asked)).toThrow('No effect is named for the outcome "lost".');
});

test('A session keeps what an effect adds to, and loses what one replaces', () => {
  const session = { active: true, failedToken: 'abc' } as const;
  expect(changedSession(session, { add: { failedToken: 'def' } })).toEqual({ active: true, failedToken: 'def' });
  expect(changedSession(session, { replace: { draft: 'x' } })).toEqual({ draft: 'x' });
});
