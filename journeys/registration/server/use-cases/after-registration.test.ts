import { expect, test } from 'vitest';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { Effect } from '#server/entrances/journey/effect.ts';
import { effectOf } from '#server/entrances/journey/answer-form.ts';
import type { Asked } from '#server/entrances/journey/use-case.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import type { RegisterAnswer, RegisterRequest } from '../outcomes.ts';
import { afterRegistration } from './after-registration.ts';

const registration = { handle: 'handle', email: 'anna@example.com' };
const registered = { outcome: 'registered', registration: 'handle', email: registration.email } as const;
const soldOut = {
  outcome: 'refused',
  error: 'REGISTRATION_CODE_NO_BALANCE_LEFT',
  typed: { email: registration.email, code: 'ANNA-50', validityTimestamp: '2' },
  lobbyToken: 'token',
} as const;

/** @param query That of the landing's address. */
function after(answer: RegisterAnswer, query = '', facets: readonly string[] = []): Effect {
  const site = makeSite({ journeys, documents: [{ id: 'landings/summer', slug: 'summer', facets }] });
  const document = site.documents.get('landings/summer') ?? null;
  const asked: Asked<RegisterRequest> = {
    request: {
      form: { code: 'anna-50' },
      locale: 'en',
      network: '192.0.2.1',
      newsletter: { text: '', version: '' },
    },
    session: { registration },
    place: { site, locale: 'en', document, asked: document?.id ?? null, path: '/summer', claims: {}, query },
  };
  return effectOf(afterRegistration, answer, asked);
}

test('A registration is finished on its own page, or in the dialog of a landing that has one', () => {
  const done = { session: { replace: { registration } }, event: 'registration_finished' };
  expect(after(registered)).toEqual({ to: '/registration/formfinished', ...done });
  expect(after(registered, '', ['registration'])).toEqual({ to: '/summer', ...done });
});

test('An address that is active already counts for nothing, whatever its visitor registered before', () => {
  expect(after({ outcome: 'already-active' })).toEqual({
    to: '/registration/registrationformemailactivecomplete',
    session: { add: { active: true } },
  });
});

test('A code that was typed is refused at its field, whichever code the address names', () => {
  const atField = { refused: [{ field: 'code', message: 'refusals.noInvitations' }] };
  expect(after(soldOut)).toEqual(atField);
  expect(after(soldOut, 'rc=OTHER-1')).toEqual(atField);
});

test('A code that came by a link is refused on the deny page, whose form for the waiting list holds the address', () => {
  expect(after(soldOut, 'rc=anna-50')).toEqual({
    denied: {
      facets: { refusal: 'exhausted' },
      values: { rc: 'ANNA-50', validityTimestamp: '2' },
      filled: { form: 'lobby', values: { email: registration.email } },
    },
  });
  expect(after({ ...soldOut, error: 'INVITER_INVALID' }, 'rc=ANNA-50')).toEqual({
    denied: { facets: { refusal: 'invalid' }, values: { rc: 'ANNA-50', validityTimestamp: '2' } },
  });
});
