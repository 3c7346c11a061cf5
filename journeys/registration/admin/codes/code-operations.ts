import type {
  BlockRegistrationCodeOutcome,
  ChangeBalanceOutcome,
  CreateRegistrationCodeOutcome,
  MutationBlockRegistrationCodeArgs,
  MutationChangeBalanceArgs,
  MutationCreateRegistrationCodeArgs,
  QueryRegistrationCodesArgs,
  RegistrationCodeList,
} from '#schemas/generated/graphql/resolvers.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { CodeOrder } from '#journeys/registration/members/find-codes/find-codes.ts';
import { codeOf } from '#server/platform/code-of.ts';
import type { RoomMutation, RoomOperations, RoomQuery } from '#server/admin/operation.ts';
import { endOf, MOST_REASON } from './new-code.ts';

type CodeMembers = Pick<Members, 'findCodes' | 'createCode' | 'blockCode' | 'changeBalance'>;

const orders = {
  LABEL: 'label',
  INVITER: 'inviter',
  ACTIVE: 'active',
  FREE: 'free',
  CREATED: 'created',
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

export function codeOperations(members: CodeMembers): RoomOperations {
  const registrationCodes: RoomQuery<
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
  return {
    Query: { registrationCodes },
    Mutation: {
      createRegistrationCode: createOperation(members),
      blockRegistrationCode: blockOperation(members),
      changeBalance: balanceOperation(members),
    },
  };
}

function createOperation(
  members: CodeMembers,
): RoomMutation<MutationCreateRegistrationCodeArgs, CreateRegistrationCodeOutcome> {
  return {
    permission: 'invitations',
    lasting: ['CREATED'],
    async run({ input: { name, code, places, landing, until } }, { actor }) {
      const expiresAt = until ? endOf(until) : null;
      if (Number.isNaN(expiresAt)) return { code: 'INVALID_DAY' };
      const answer = await members.createCode({
        firstName: name || null,
        email: null,
        code: code || null,
        places,
        landing: landing || null,
        voucher: null,
        expiresAt,
        actor,
      });
      switch (answer.outcome) {
        case 'created':
          return { code: 'CREATED', label: answer.created.label, url: answer.created.url };
        // The operation asks for neither an address nor a voucher.
        case 'invalid-email':
        case 'other-voucher':
        case 'voucher-without-landing':
          return { code: 'INVALID_CODE' };
        default: {
          const { outcome, ...more } = answer;
          return { code: codeOf(outcome), ...more };
        }
      }
    },
  };
}

function blockOperation(
  members: CodeMembers,
): RoomMutation<Required<MutationBlockRegistrationCodeArgs>, BlockRegistrationCodeOutcome> {
  return {
    permission: 'invitations',
    isFinal: true,
    lasting: ['CHANGED'],
    async run({ code, blocked }, { actor }) {
      const state = blocked ? 'blocked' : 'active';
      const { outcome } = await members.blockCode({ code, what: 'code', state, actor });
      return { code: codeOf(outcome) };
    },
  };
}

function balanceOperation(members: CodeMembers): RoomMutation<MutationChangeBalanceArgs, ChangeBalanceOutcome> {
  return {
    permission: 'invitations',
    lasting: ['CHANGED'],
    async run({ code, places, reason }, { actor }) {
      const request = { code, places, reason: reason.slice(0, MOST_REASON), actor };
      const { outcome, ...more } = await members.changeBalance(request);
      return { code: codeOf(outcome), ...more };
    },
  };
}
