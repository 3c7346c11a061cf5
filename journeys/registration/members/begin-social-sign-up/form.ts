import type { UseCase } from '#server/forms/use-case.ts';

/** Redirects to the provider (S4). The session stores which sign-in this browser began. */
export const form: UseCase<'beginSocialSignUp'> = {
  prepare: ({ values: { provider }, fields, place: { locale, document }, network }) => ({
    request: {
      provider: typeof provider === 'string' ? provider : '',
      locale,
      document: document?.id ?? null,
      code: fields.get('code'),
      validityTimestamp: fields.get('validityTimestamp'),
      network,
    },
  }),
  sessionChanges: { begun: ({ browser }) => ({ signIn: browser }) },
};
