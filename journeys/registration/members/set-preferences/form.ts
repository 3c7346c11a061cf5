import type { UseCase } from '#server/forms/use-case.ts';
import { removeUsedTokens, openFormToken } from '#journeys/registration/server/opened-tokens.ts';

/** Last step of a social sign-up (R18, S4). */
export const form: UseCase<'setPreferences'> = {
  async prepare({ values, network, session, now, questions }, members) {
    const token = await openFormToken({ session, now }, 'social-second-step', values['token'], members);
    return { request: { form: { ...values, token }, network, questions } };
  },
  sessionChanges: { saved: ({ email }, { session }) => removeUsedTokens(session, 'social-second-step', email) },
};
