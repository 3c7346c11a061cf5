import type { UseCase } from '#server/forms/use-case.ts';

/** To the sign-in of a provider (S4). The session keeps which sign-in this browser has begun. */
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
  remember: { begun: ({ browser }) => ({ signIn: browser }) },
};
