import type { UseCase } from '#server/forms/use-case.ts';

/** Applying for membership with an address (R8); answered alike whether or not it has applied before. */
export const form: UseCase<'applyForMembership'> = {
  prepare: ({ values, place: { locale }, network, questions }) => ({
    request: { form: values, locale, network, questions },
  }),
  remember: { received: ({ email }) => ({ applied: { email } }) },
};
