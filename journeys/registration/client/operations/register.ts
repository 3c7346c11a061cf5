import { RegisterDocument, type RegisterMutationVariables } from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormOperation } from '#engine/client/journey.ts';
import { toFormOperationResult } from './to-form-operation-result.ts';
import { readFlagFields, readStoredReferral, readTextFields } from './read-fields.ts';

const texts = ['gender', 'firstName', 'lastName', 'email', 'country', 'code', 'validityTimestamp'] as const;
const flags = ['newsletter', 'terms'] as const;

/** Registers in a single form (B3). */
export const register: FormOperation = async (core, fields, page, idempotencyKey) => {
  const answer = await core.mutate(RegisterDocument, { ...readRegistration(fields, page.locale), idempotencyKey });
  return toFormOperationResult(answer.register);
};

/** Without an idempotency key: this site's server derives it from address and code, for posts and operations alike. */
export function readRegistration(fields: FormData, locale: Locale): RegisterMutationVariables {
  const accepted = fields.getAll('accepted').filter((version) => typeof version === 'string');
  return {
    input: {
      ...readTextFields(fields, texts),
      ...readFlagFields(fields, flags),
      ...(accepted.length > 0 && { accepted }),
    },
    locale,
    ...readTextFields(fields, ['document']),
    storedReferral: readStoredReferral(fields),
  };
}
