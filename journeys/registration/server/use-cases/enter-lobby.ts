import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { denied, fieldErrors, retryLater } from '../effects.ts';
import { storedReferralIn } from '../stored-referral.ts';

/** From "no invitations left" to the lobby (S17): the address that is asked for there travels in the token alone (G1). */
export const enterLobby: UseCase<'enterLobby'> = {
  path: 'enter-lobby',
  form: 'lobby',
  page: screens.denied,
  otherwise: screens.denied,
  prepare: ({ values, network, referrer, fields }) => ({
    request: { form: values, network, referrer, storedReferral: storedReferralIn(fields) },
  }),
  effects: {
    entered: ({ token }) => ({ to: screens.lobby, query: { token } }),
    'place-free': ({ code, validityTimestamp }) => ({
      to: `/${code}`,
      ...(validityTimestamp !== null && { query: { validityTimestamp } }),
    }),
    refused: ({ error }, { place }) => denied(error, place, null),
    invalid: fieldErrors,
    'too-many-requests': retryLater,
  },
};
