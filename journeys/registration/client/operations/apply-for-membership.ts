import {
  ApplyForMembershipDocument,
  type ApplyForMembershipMutationVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormOperation } from '#engine/client/journey.ts';
import { toFormOperationResult } from './to-form-operation-result.ts';
import { readTextFields } from './read-fields.ts';

/** Applies for membership (R8). */
export const applyForMembership: FormOperation = async (core, fields, { locale }, idempotencyKey) => {
  const answer = await core.mutate(ApplyForMembershipDocument, { ...readApplication(fields, locale), idempotencyKey });
  return toFormOperationResult(answer.applyForMembership);
};

export function readApplication(fields: FormData, locale: Locale): ApplyForMembershipMutationVariables {
  const { email = '', country = null } = readTextFields(fields, ['email', 'country']);
  return { email, country, locale };
}
