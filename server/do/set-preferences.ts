import { screens } from '#engine/routing/screens.ts';
import type { UseCase } from './use-case.ts';

/** The last step of the social sign-up (R18, S4). */
export const setPreferences: UseCase = {
  form: 'preferences',
  page: screens.preferences,
  otherwise: screens.denied,
  async run({ backend, values, network, session }) {
    const answer = await backend.setPreferences({ form: values, network });
    switch (answer.outcome) {
      case 'saved': {
        const used = { ...session.used, 'social-second-step': { email: answer.email } };
        return { to: screens.preferences, session: { ...session, used } };
      }
      case 'invalid':
        return { refused: answer.errors };
      case 'denied':
        return { to: screens.denied };
      case 'not-registered':
        return { refusal: 'refusals.stepMissing', status: 422 };
      case 'too-many-requests':
        return answer;
    }
  },
};
