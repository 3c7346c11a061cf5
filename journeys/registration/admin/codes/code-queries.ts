import type { QueryRegistrationCodesArgs, RegistrationCodeList } from '#schemas/generated/graphql/resolvers.ts';
import type { CodeOrder } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { AdminQuery } from '#server/admin/operation.ts';
import type { CodesPorts } from './ports.ts';

const orders = {
  LABEL: 'label',
  INVITER: 'inviter',
  ACTIVE: 'active',
  FREE: 'free',
  CREATED: 'created',
  LAST_USED: 'lastUsed',
} as const satisfies Record<string, CodeOrder>;
const states = {
  OPEN: 'open',
  FULL: 'full',
  OVER: 'over',
  BLOCKED: 'blocked',
  INVITER_BLOCKED: 'inviter blocked',
} as const;
const stateNames = {
  open: 'OPEN',
  full: 'FULL',
  over: 'OVER',
  blocked: 'BLOCKED',
  'inviter blocked': 'INVITER_BLOCKED',
} as const;

export function createCodeQueries({ members }: CodesPorts) {
  const registrationCodes: AdminQuery<
    Required<Omit<QueryRegistrationCodesArgs, 'state'>> & Pick<QueryRegistrationCodesArgs, 'state'>,
    RegistrationCodeList
  > = {
    permission: 'invitations',
    async answer({ state, order, ...question }) {
      const wanted = state === null || state === undefined ? null : states[state];
      const found = await members.findCodes({ ...question, state: wanted, order: orders[order] });
      return { ...found, codes: found.codes.map((code) => ({ ...code, state: stateNames[code.state] })) };
    },
  };
  return { registrationCodes };
}
