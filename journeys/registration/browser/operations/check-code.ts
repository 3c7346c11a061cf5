import { CombinedGraphQLErrors } from '@apollo/client';
import {
  CheckRegistrationCodeDocument,
  type CheckRegistrationCodeQuery,
  type CheckRegistrationCodeQueryVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormAnswer, FormOperation } from '#engine/client/journey.ts';
import { answerOf } from './answer-of.ts';
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

type Checked = Pick<CheckRegistrationCodeQuery['registrationCodeDetails'], 'next' | 'errorDetails'>;

/** To the landing that the code names, or the reason at the field (S17). */
export function afterCheck({ next, errorDetails }: Checked): FormAnswer {
  return answerOf({ next, errors: errorDetails.map(({ message }) => ({ field: 'code', text: message })) });
}
