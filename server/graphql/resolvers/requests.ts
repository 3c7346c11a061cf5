import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import type { GraphqlContext } from '../context.ts';
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
    async ({ idempotencyKey, locale, token, country }, { backend, network }) => {
      const form = { token, ...(country && { country }) };
      const answer = await once(
        backend.ports,
        { operation: 'joinWaitingList', key: idempotencyKey, body: { ...form, locale } },
        () => backend.joinWaitingList({ form, locale, network }),
        ({ outcome }) => outcome === 'joined',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED' };
      const code = codeOf(answer.outcome);
      if (answer.outcome === 'joined') return { code, email: answer.email };
      return answer.outcome === 'denied' ? { code } : { code, retryAfterSeconds: answer.retryAfterSeconds };
    },
  ),

  applyForMembership: guarded(
    'applyForMembership',
    roles.applyForMembership,
    async ({ idempotencyKey, locale, email, country }, { backend, network }) => {
      const form = { email, ...(country && { country }) };
      const answer = await once(
        backend.ports,
        { operation: 'applyForMembership', key: idempotencyKey, body: { ...form, locale } },
        () => backend.applyForMembership({ form, locale, network }),
        ({ outcome }) => outcome === 'received',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [] };
      const code = codeOf(answer.outcome);
      switch (answer.outcome) {
        case 'received':
          return { code, email: answer.email, errors: [] };
        case 'invalid':
          return { code, errors: answer.errors };
        case 'too-many-requests':
          return { code, errors: [], retryAfterSeconds: answer.retryAfterSeconds };
      }
    },
  ),

  setPreferences: guarded(
    'setPreferences',
    roles.setPreferences,
    async ({ idempotencyKey, token, preferences }, { backend, network }) => {
      const form = { token, preferences };
      const answer = await once(
        backend.ports,
        { operation: 'setPreferences', key: idempotencyKey, body: form },
        () => backend.setPreferences({ form, network }),
        ({ outcome }) => outcome === 'saved',
      );
      if (answer === 'key-reused') return { code: 'KEY_REUSED', errors: [] };
      const code = codeOf(answer.outcome);
      switch (answer.outcome) {
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
