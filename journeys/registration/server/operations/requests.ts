import type { InviterBalance } from '../enquiries.ts';
import type {
  InviterCodeState,
  MutationApplyForMembershipArgs,
  MutationGenerateRegistrationLinkArgs,
  MutationJoinWaitingListArgs,
  MutationReleaseInvitationsArgs,
  MutationSetPreferencesArgs,
  ResolversParentTypes,
} from '#schemas/generated/graphql/resolvers.ts';
import type { Mutation, JourneyQuery } from '#server/forms/operation.ts';

export const joinWaitingList: Mutation<
  'joinWaitingList',
  MutationJoinWaitingListArgs,
  ResolversParentTypes['JoinWaitingListOutcome']
> = {
  callers: 'everybody',
  useCase: 'joinWaitingList',
  prepare: ({ token, country, locale }, { network }) => ({
    request: { form: { token, ...(country && { country }) }, locale, network },
  }),
  fingerprint: ({ token, country, locale }) => ({ token, ...(country && { country }), locale }),
  idempotentOutcomes: ['joined'],
  data: (answer, reply) => ({ ...reply, ...('email' in answer && { email: answer.email }) }),
};

export const applyForMembership: Mutation<
  'applyForMembership',
  MutationApplyForMembershipArgs,
  ResolversParentTypes['ApplyForMembershipOutcome']
> = {
  callers: 'everybody',
  useCase: 'applyForMembership',
  counted: true,
  prepare: ({ email, country, locale }, { network }) => ({
    request: { form: { email, ...(country && { country }) }, locale, network },
  }),
  fingerprint: ({ email, country, locale }) => ({ email, ...(country && { country }), locale }),
  idempotentOutcomes: ['received'],
  data: (answer, reply) => ({ ...reply, ...('email' in answer && { email: answer.email }) }),
};

export const setPreferences: Mutation<
  'setPreferences',
  MutationSetPreferencesArgs,
  ResolversParentTypes['SetPreferencesOutcome']
> = {
  callers: 'everybody',
  useCase: 'setPreferences',
  prepare: ({ token, preferences }, { network }) => ({ request: { form: { token, preferences }, network } }),
  fingerprint: ({ token, preferences }) => ({ token, preferences }),
  idempotentOutcomes: ['saved'],
  data: (_answer, reply) => reply,
};

/** Creates a link with a valid code, valid for 14 days (R3). */
export const generateRegistrationLink: Mutation<
  'generateLink',
  MutationGenerateRegistrationLinkArgs,
  ResolversParentTypes['GenerateLinkOutcome']
> = {
  callers: 'links',
  useCase: 'generateLink',
  prepare({ registrationCode, landing, locale, idempotencyKey }, { subject }, { checkKey }) {
    checkKey(idempotencyKey);
    const form = { code: registrationCode };
    const request = { form, actor: subject ?? '', idempotencyKey, locale };
    return { request: { ...request, ...(landing && { landing }) } };
  },
  data: (answer, reply) => ({
    ...reply,
    ...('errors' in answer && { errors: answer.errors }),
    ...('error' in answer && { refusal: answer.error }),
    ...('link' in answer && {
      link: { ...answer.link, expiresAt: new Date(answer.link.expiresAt).toISOString() },
    }),
  }),
};

/** Invites the people who have waited longest (B10). */
export const releaseInvitations: Mutation<
  'releaseInvitations',
  MutationReleaseInvitationsArgs,
  ResolversParentTypes['ReleaseInvitationsOutcome']
> = {
  callers: 'invitations',
  requiresReauth: true,
  useCase: 'releaseInvitations',
  prepare({ count, idempotencyKey }, { subject }, { checkKey }) {
    checkKey(idempotencyKey);
    return { request: { count, actor: subject ?? '', idempotencyKey } };
  },
  data: (answer, { code }) => ({ code, ...('released' in answer && answer) }),
};

/** Places and codes of the caller (B12). */
export const ownBalance: JourneyQuery<unknown, ResolversParentTypes['InviterBalance'] | null> = {
  callers: 'holders',
  async answer(_args, { subject }, { members }) {
    const balance = await members.readBalance({ inviter: subject ?? '' });
    return balance && { ...balance, codes: balance.codes.map((code) => ({ ...code, state: codeStates[code.state] })) };
  },
};

const codeStates = {
  open: 'OPEN',
  full: 'FULL',
  over: 'OVER',
  blocked: 'BLOCKED',
  'inviter blocked': 'INVITER_BLOCKED',
} as const satisfies Readonly<Record<InviterBalance['codes'][number]['state'], InviterCodeState>>;
