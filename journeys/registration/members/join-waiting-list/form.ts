import type { UseCase } from '#server/forms/use-case.ts';
import { afterUse, openFormToken } from '#journeys/registration/server/opened-tokens.ts';

/** The one press in the lobby (S8). The token has served then; what came of it is in the session. */
export const form: UseCase<'joinWaitingList'> = {
  async prepare({ values, place: { locale }, network, session, now, questions }, members) {
    const token = await openFormToken({ session, now }, 'lobby', values['token'], members);
    return { request: { form: { ...values, token }, locale, network, questions } };
  },
  remember: { joined: ({ email }, { session }) => afterUse(session, 'lobby', email) },
};
