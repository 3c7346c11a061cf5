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
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type { AdminMutation, AdminOperations, AdminQuery } from '#server/admin/operation.ts';
import { toEndOfDay, MAX_REASON_LENGTH } from './new-code.ts';

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

export function codeOperations(members: CodeMembers): AdminOperations {
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
): AdminMutation<MutationCreateRegistrationCodeArgs, CreateRegistrationCodeOutcome> {
  return {
    permission: 'invitations',
    idempotentOutcomes: ['CREATED'],
    async run({ input: { name, code, places, landing, until } }, { actor }) {
      const expiresAt = until ? toEndOfDay(until) : null;
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
          return { code: toErrorCode(outcome), ...more };
        }
      }
    },
  };
}

function blockOperation(
  members: CodeMembers,
): AdminMutation<Required<MutationBlockRegistrationCodeArgs>, BlockRegistrationCodeOutcome> {
  return {
    permission: 'invitations',
    requiresReauth: true,
    idempotentOutcomes: ['CHANGED'],
    async run({ code, blocked }, { actor }) {
      const state = blocked ? 'blocked' : 'active';
      const { outcome } = await members.blockCode({ code, what: 'code', state, actor });
      return { code: toErrorCode(outcome) };
    },
  };
}

function balanceOperation(members: CodeMembers): AdminMutation<MutationChangeBalanceArgs, ChangeBalanceOutcome> {
  return {
    permission: 'invitations',
    idempotentOutcomes: ['CHANGED'],
    async run({ code, places, reason }, { actor }) {
      const request = { code, places, reason: reason.slice(0, MAX_REASON_LENGTH), actor };
      const { outcome, ...more } = await members.changeBalance(request);
      return { code: toErrorCode(outcome), ...more };
    },
  };
}
