import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { retryLater } from '../effects.ts';
import { afterUse, tokenOfForm } from '../opened-tokens.ts';

/** The one press in the lobby (S8). The token has served then; what came of it stands in the session. */
export const joinWaitingList: UseCase<'joinWaitingList'> = {
  path: 'join-waiting-list',
  form: 'waiting-list',
  page: screens.lobby,
  otherwise: screens.denied,
  async prepare({ values, place: { locale }, network, session, now }, members) {
    const token = await tokenOfForm({ session, now }, 'lobby', values['token'], members);
    return { request: { form: { ...values, token }, locale, network } };
  },
  effects: {
    joined: ({ email }, { session }) => ({
      to: screens.lobby,
      session: { add: afterUse(session, 'lobby', email) },
    }),
    denied: { to: screens.denied },
    'too-many-requests': retryLater,
  },
};
