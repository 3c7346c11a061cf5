import type { CheckCodeRequest } from '#journeys/registration/server/enquiries.ts';
import { parseRegistrationCode } from '#journeys/registration/shared/registration-code.ts';
import type { CheckedUseCase } from '#server/forms/use-case.ts';
import { parseStoredReferral } from '#journeys/registration/server/stored-referral.ts';

/** Checks an entered code (S5): redirects to its landing, or shows the error at the field (S17). */
export const form: CheckedUseCase<'checkCode', 'code'> = {
  isChecked: true,
  route: {
    keepInQuery(fields) {
      const rc = parseRegistrationCode(fields.get('code') ?? '');
      return { ...(rc !== null && { rc }) };
    },
  },
  prepare: ({ values: { code }, network, referrer, fields }) => ({
    request: {
      code,
      validityTimestamp: fields.get('validityTimestamp'),
      network,
      referrer,
      storedReferral: parseStoredReferral(fields),
    },
  }),
  values: {
    valid: (_answer, { request }) => ({ ...asWritten(request.code), ...readTimestamp(request) }),
    refused: (_answer, { request }) => asWritten(request.code),
  },
};

/** Timestamp of a pasted generated link, without which its code is invalid. */
function readTimestamp({ validityTimestamp }: CheckCodeRequest): { readonly validityTimestamp?: string } {
  return validityTimestamp ? { validityTimestamp } : {};
}

/** The code as in links. */
function asWritten(code: string): { readonly code: string } {
  return { code: parseRegistrationCode(code) ?? code };
}
