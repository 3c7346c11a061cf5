import type { UseCase } from '#server/forms/use-case.ts';

/** Applies for membership with an email address (R8), with the same response for repeated applications. */
export const form: UseCase<'applyForMembership'> = {
  prepare: ({ values, place: { locale }, network, questions }) => ({
    request: { form: values, locale, network, questions },
  }),
  sessionChanges: { received: ({ email }) => ({ applied: { email } }) },
};
