import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { fieldErrors, retryLater, stepMissing } from '../effects.ts';
import { afterUse, tokenOfForm } from '../opened-tokens.ts';

/** The last step of the social sign-up (R18, S4). */
export const setPreferences: UseCase<'setPreferences'> = {
  path: 'set-preferences',
  form: 'preferences',
  page: screens.preferences,
  otherwise: screens.denied,
  async prepare({ values, network, session, now }, members) {
    const token = await tokenOfForm({ session, now }, 'social-second-step', values['token'], members);
    return { request: { form: { ...values, token }, network } };
  },
  effects: {
    saved: ({ email }, { session }) => ({
      to: screens.preferences,
      session: { add: afterUse(session, 'social-second-step', email) },
    }),
    invalid: fieldErrors,
    denied: { to: screens.denied },
    'not-registered': stepMissing,
    'too-many-requests': retryLater,
  },
};
