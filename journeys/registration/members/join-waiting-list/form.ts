import type { UseCase } from '#server/forms/use-case.ts';
import { removeUsedTokens, openFormToken } from '#journeys/registration/server/opened-tokens.ts';

/** Joins the waiting list (S8). The token is used up; the result is stored in the session. */
export const form: UseCase<'joinWaitingList'> = {
  async prepare({ values, place: { locale }, network, session, now, questions }, members) {
    const token = await openFormToken({ session, now }, 'lobby', values['token'], members);
    return { request: { form: { ...values, token }, locale, network, questions } };
  },
  sessionChanges: { joined: ({ email }, { session }) => removeUsedTokens(session, 'lobby', email) },
};
