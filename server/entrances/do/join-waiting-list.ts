import { screens } from '#journeys/registration/base/screens.ts';
import { noteUsedToken, tokenOfForm } from '#server/site/sessions/opened-tokens.ts';
import type { UseCase } from './use-case.ts';

/** The one press in the lobby (S8). The token has served then; what came of it stands in the session. */
export const joinWaitingList: UseCase = {
  form: 'waiting-list',
  page: screens.lobby,
  otherwise: screens.denied,
  async run({ ports, members, values, locale, network, session }) {
    const token = await tokenOfForm(ports, session, 'lobby', values['token']);
    const answer = await members.joinWaitingList({ form: { ...values, token }, locale, network });
    switch (answer.outcome) {
      case 'joined':
        return { to: screens.lobby, session: noteUsedToken(session, 'lobby', answer.email) };
      case 'denied':
        return { to: screens.denied };
      case 'too-many-requests':
        return answer;
    }
  },
};
