import {
  CheckRegistrationCodeDocument,
  type CheckRegistrationCodeQuery,
  type CheckRegistrationCodeQueryVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormOperationResult, FormOperation } from '#engine/client/journey.ts';
import { toFormOperationResult } from './to-form-operation-result.ts';
import { readStoredReferral, readTextFields } from './read-fields.ts';

/** Checks an entered code (B1), without caching: places are taken meanwhile. */
export const checkCode: FormOperation = async (core, fields, { locale }) => {
  const answer = await core.query(CheckRegistrationCodeDocument, readCodeQuery(fields, locale), { fresh: true });
  return toCodeResult(answer);
};

export function readCodeQuery(fields: FormData, locale: Locale): CheckRegistrationCodeQueryVariables {
  const { code: registrationCode = '' } = readTextFields(fields, ['code']);
  return { registrationCode, locale, storedReferral: readStoredReferral(fields) };
}

/** Errors are shown at the code field. */
export function toCodeResult({
  registrationCodeDetails: { next, errorDetails },
}: CheckRegistrationCodeQuery): FormOperationResult {
  return toFormOperationResult({ next, errors: errorDetails.map(({ message }) => ({ field: 'code', text: message })) });
}
