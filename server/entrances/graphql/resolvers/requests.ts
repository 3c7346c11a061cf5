import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { TokenPurpose } from '#journeys/registration/decide/facts.ts';
import { noteUsedToken } from '#server/site/sessions/opened-tokens.ts';
import { type GraphqlContext, replaceSession } from '../context.ts';
import { guarded } from '../guard.ts';
import { once } from '../idempotent.ts';
import { codeOf } from '../outcome.ts';
import { operationRoles } from '../roles.ts';

const roles = operationRoles.Mutation;

type Operation = 'joinWaitingList' | 'applyForMembership' | 'setPreferences';

/** B3: waiting list, membership interest, preferences. */
export const requests: Required<Pick<MutationResolvers<GraphqlContext>, Operation>> = {
  joinWaitingList: guarded(
    'joinWaitingList',
    roles.joinWaitingList,
    async ({ idempotencyKey, locale, token, country }, context) => {
      const { ports, members, network } = context;
      const form = { token, ...(country && { country }) };
      const answer = await once(
        ports,
        { operation: 'joinWaitingList', key: idempotencyKey, body: { ...form, locale } },
        () => members.joinWaitingList({ form, locale, network }),
        ({ outcome }) => outcome === 'joined',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED' };
      const code = codeOf(answer.outcome);
      if (answer.outcome === 'joined') {
        const { email } = answer;
        noteUse(context, 'lobby', email);
        return { code, email };
      }
      return answer.outcome === 'denied' ? { code } : { code, retryAfterSeconds: answer.retryAfterSeconds };
    },
  ),

  applyForMembership: guarded(
    'applyForMembership',
    roles.applyForMembership,
    async ({ idempotencyKey, locale, email, country }, context) => {
      const { ports, members, site, network, visitor, incoming } = context;
      const form = { email, ...(country && { country }) };
      const answer = await once(
        ports,
        { operation: 'applyForMembership', key: idempotencyKey, body: { ...form, locale } },
        () => members.applyForMembership({ form, locale, network }),
        ({ outcome }) => outcome === 'received',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [] };
      const code = codeOf(answer.outcome);
      switch (answer.outcome) {
        case 'received': {
          const { email: address } = answer;
          const session = { ...visitor.session, applied: { email: address } };
          replaceSession(context, session);
          site.answered('apply-for-membership', { to: screens.applied, session }, incoming);
          return { code, email: address, errors: [] };
        }
        case 'invalid':
          site.answered('apply-for-membership', { refused: answer.errors }, incoming);
          return { code, errors: answer.errors };
        case 'too-many-requests':
          return { code, errors: [], retryAfterSeconds: answer.retryAfterSeconds };
      }
    },
  ),

  setPreferences: guarded(
    'setPreferences',
    roles.setPreferences,
    async ({ idempotencyKey, token, preferences }, context) => {
      const { ports, members, network } = context;
      const form = { token, preferences };
      const answer = await once(
        ports,
        { operation: 'setPreferences', key: idempotencyKey, body: form },
        () => members.setPreferences({ form, network }),
        ({ outcome }) => outcome === 'saved',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [] };
      const code = codeOf(answer.outcome);
      switch (answer.outcome) {
        case 'saved':
          noteUse(context, 'social-second-step', answer.email);
          return { code, errors: [] };
        case 'invalid':
          return { code, errors: answer.errors };
        case 'too-many-requests':
          return { code, errors: [], retryAfterSeconds: answer.retryAfterSeconds };
        default:
          return { code, errors: [] };
      }
    },
  ),
};

/** What came of a token, for the page that would show its form once more (G1). */
function noteUse(context: GraphqlContext, purpose: TokenPurpose, email: string): void {
  replaceSession(context, noteUsedToken(context.visitor.session, purpose, email));
}
