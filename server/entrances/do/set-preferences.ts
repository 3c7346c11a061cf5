import { screens } from '#journeys/registration/base/screens.ts';
import { noteUsedToken, tokenOfForm } from '#server/site/sessions/opened-tokens.ts';
import type { UseCase } from './use-case.ts';

/** The last step of the social sign-up (R18, S4). */
export const setPreferences: UseCase = {
  form: 'preferences',
  page: screens.preferences,
  otherwise: screens.denied,
  async run({ ports, members, values, network, session }) {
    const token = await tokenOfForm(ports, session, 'social-second-step', values['token']);
    const answer = await members.setPreferences({ form: { ...values, token }, network });
    switch (answer.outcome) {
      case 'saved':
        return { to: screens.preferences, session: noteUsedToken(session, 'social-second-step', answer.email) };
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
