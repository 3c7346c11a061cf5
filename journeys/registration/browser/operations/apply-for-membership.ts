import {
  ApplyForMembershipDocument,
  type ApplyForMembershipMutationVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormOperation } from '#engine/client/journey.ts';
import { answerOf } from './answer-of.ts';
import { textsOf } from './fields-of.ts';

/** Applying for membership with an address (R8). */
export const applyForMembership: FormOperation = async (core, fields, { locale }, idempotencyKey) => {
  const answer = await core.mutate(ApplyForMembershipDocument, { ...application(fields, locale), idempotencyKey });
  return answerOf(answer.applyForMembership);
};

export function application(fields: FormData, locale: Locale): ApplyForMembershipMutationVariables {
  const { email = '', country = null } = textsOf(fields, ['email', 'country']);
  return { email, country, locale };
}
