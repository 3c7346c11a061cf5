import type { UseCase } from '#server/entrances/journey/use-case.ts';

/** The activation mail once more, to the address on record. */
export const resendActivation: UseCase<'resendActivation'> = {
  prepare: ({ network, session: { registration, failedToken } }) => ({
    request: { registration: registration?.handle ?? null, token: failedToken ?? null, network },
  }),
  remember: { 'already-active': () => ({ active: true }) },
};
