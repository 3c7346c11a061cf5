import {
  CheckRegistrationCodeDocument,
  type CheckRegistrationCodeQuery,
  type CheckRegistrationCodeQueryVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormAnswer, FormOperation } from '#engine/client/journey.ts';
import { answerOf } from './answer-of.ts';
import { storedReferralOf, textsOf } from './fields-of.ts';

/** Looking a code up that was typed (B1). Asked anew each time: places go. */
export const checkCode: FormOperation = async (core, fields, { locale }) => {
  const answer = await core.query(CheckRegistrationCodeDocument, codeLookUp(fields, locale), { fresh: true });
  return codeAnswer(answer);
};

export function codeLookUp(fields: FormData, locale: Locale): CheckRegistrationCodeQueryVariables {
  const { code: registrationCode = '' } = textsOf(fields, ['code']);
  return { registrationCode, locale, storedReferral: storedReferralOf(fields) };
}

/** The field of the code says what is wrong with it. */
export function codeAnswer({
  registrationCodeDetails: { next, errorDetails },
}: CheckRegistrationCodeQuery): FormAnswer {
  return answerOf({ next, errors: errorDetails.map(({ message }) => ({ field: 'code', text: message })) });
}
