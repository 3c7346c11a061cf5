import type {
  MutationActivateArgs,
  MutationChangeEmailArgs,
  MutationResendActivationArgs,
  RegistrationStatus,
  ResolversParentTypes,
} from '#schemas/generated/graphql/resolvers.ts';
import type { Mutation, Subscription } from '#server/forms/operation.ts';

/** Changes the address of a pending account (R13). */
export const changeEmail: Mutation<'changeEmail', MutationChangeEmailArgs, ResolversParentTypes['ChangeEmailOutcome']> =
  {
    callers: 'everybody',
    useCase: 'changeEmail',
    prepare: ({ email }, { network, session: { registration } }) =>
      registration === undefined
        ? { data: { code: 'NOT_FOUND', errors: [] } }
        : { request: { registration: registration.handle, form: { email }, network } },
    fingerprint: ({ email }, { registration }) => ({ email, handle: registration }),
    idempotentOutcomes: ['changed'],
    data: (answer, reply) => ({ ...reply, ...('email' in answer && { email: answer.email }) }),
  };

export const resendActivation: Mutation<
  'resendActivation',
  MutationResendActivationArgs,
  ResolversParentTypes['ResendActivationOutcome']
> = {
  callers: 'everybody',
  useCase: 'resendActivation',
  prepare: (_args, { network, session: { registration, failedToken } }) => ({
    request: { registration: registration?.handle ?? null, token: failedToken ?? null, network },
  }),
  fingerprint: (_args, { registration, token }) => ({ handle: registration, token }),
  idempotentOutcomes: ['sent'],
  data: (_answer, reply) => reply,
};

export const activate: Mutation<'activate', MutationActivateArgs, ResolversParentTypes['ActivateOutcome']> = {
  callers: 'everybody',
  useCase: 'activate',
  prepare: ({ token }, { network }) => ({ request: { token, network } }),
  fingerprint: ({ token }) => ({ token }),
  idempotentOutcomes: ['active'],
  data: (answer, reply) => ({
    ...reply,
    ...('voucher' in answer &&
      answer.voucher !== null && {
        voucher: { ...answer.voucher, validUntil: new Date(answer.voucher.validUntil).toISOString() },
      }),
  }),
};

const states = { none: 'NONE', finished: 'FINISHED', activated: 'ACTIVATED' } as const;

/** State of the session's registration (B6). */
export const registrationStatus: Subscription<string, RegistrationStatus> = {
  callers: 'everybody',
  subject: ({ session }) => session.registration?.handle ?? null,
  refusal: 'Only the session that registered may watch its registration.',
  watch: (handle, { watchRegistration }, { next, end }) =>
    watchRegistration(handle, { next: ({ state, email }) => next({ state: states[state], email }), end }),
};
