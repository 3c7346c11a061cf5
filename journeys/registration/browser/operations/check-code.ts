import { CombinedGraphQLErrors } from '@apollo/client';
import { noPlaceLeftErrors } from '../../base/no-place-left.ts';
import {
  CheckRegistrationCodeDocument,
  type CheckRegistrationCodeQuery,
  type CheckRegistrationCodeQueryVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormAnswer, FormOperation } from '#engine/client/journey.ts';
import { storedReferralOf, textsOf } from './fields-of.ts';

/** A typed code (S5): asked for anew each time, because what it is worth changes. */
export const checkCode: FormOperation = async (core, fields, { locale }) => {
  try {
    const { registrationCodeDetails } = await core.query(CheckRegistrationCodeDocument, codeQuestion(fields, locale), {
      fresh: true,
    });
    return afterCheck(registrationCodeDetails);
  } catch (error) {
    if (isLimited(error)) return 'too-many-tries';
    throw error;
  }
};

/** A query has no other way to say so than an error. */
function isLimited(error: unknown): boolean {
  return (
    CombinedGraphQLErrors.is(error) &&
    error.errors.some(({ extensions }) => extensions?.['code'] === 'TOO_MANY_REQUESTS')
  );
}

export function codeQuestion(fields: FormData, locale: Locale): CheckRegistrationCodeQueryVariables {
  const { code = '' } = textsOf(fields, ['code']);
  return { registrationCode: code, locale, storedReferral: storedReferralOf(fields) };
}

type Checked = Pick<CheckRegistrationCodeQuery['registrationCodeDetails'], 'code' | 'landing' | 'errorDetails'>;

/**
 * To the landing that the code names, or the reason at the field (S17); a landing that is missing turns nobody away. Where no
 * place is left, the page's message has the way to the waiting list.
 */
export function afterCheck({ code, landing, errorDetails: [reason] }: Checked): FormAnswer {
  if (reason !== undefined && noPlaceLeftErrors.has(reason.error)) return 'ask-page';
  if (reason !== undefined) return { errors: [{ field: 'code', text: reason.message }] };
  return { to: landing, query: { rc: code } };
}
