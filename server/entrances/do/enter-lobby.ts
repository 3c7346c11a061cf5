import { refusalOf } from '#journeys/registration/decide/refusal.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { Outcome, UseCase } from './use-case.ts';

/** From "no invitations left" to the lobby (S17): the address that is asked for there travels in the token alone (G1). */
export const enterLobby: UseCase = {
  form: 'lobby',
  page: screens.denied,
  otherwise: screens.denied,
  async run({ members, values, network, referrer, storedReferral }): Promise<Outcome> {
    const answer = await members.enterLobby({ form: values, network, referrer, storedReferral });
    switch (answer.outcome) {
      case 'entered':
        return { to: screens.lobby, query: { token: answer.token } };
      case 'place-free': {
        const { code, validityTimestamp } = answer;
        return { to: `/${code}`, ...(validityTimestamp !== null && { query: { validityTimestamp } }) };
      }
      case 'refused':
        return { denied: refusalOf[answer.error], typed: null };
      case 'invalid':
        return { refused: answer.errors };
      case 'too-many-requests':
        return answer;
    }
  },
};
