import { parseRegistrationCode } from '../../base/registration-code.ts';
import { screens } from '../../base/screens.ts';
import type { Effect } from '#server/entrances/journey/effect.ts';
import type { CheckedUseCase } from '#server/entrances/journey/use-case.ts';
import { codeRefused, fieldErrors, retryLater } from '../effects.ts';
import { storedReferralIn } from '../stored-referral.ts';

/** A typed code (S5): to the landing it names, or the reason at the field (S17). */
export const checkCode: CheckedUseCase<'checkCode', 'code'> = {
  path: 'check-code',
  form: 'code',
  page: screens.start,
  keep(fields) {
    const rc = parseRegistrationCode((fields.get('code') ?? '').trim());
    return { ...(rc !== null && { rc }) };
  },
  invalid: (errors) => fieldErrors({ errors }),
  prepare: ({ values: { code }, network, referrer, fields }) => ({
    request: { code, network, referrer, storedReferral: storedReferralIn(fields) },
  }),
  effects: {
    valid: ({ landing }, { request }) => greetedBy(landing, request.code),
    // A landing that is missing turns nobody away: the start page greets.
    refused: ({ error }, { request, place }) =>
      error === 'CUSTOMIZATION_MISSING' ? greetedBy(null, request.code) : codeRefused(error, place),
    'too-many-requests': retryLater,
  },
};

function greetedBy(landing: string | null, code: string): Effect {
  return { to: { landing }, query: { rc: parseRegistrationCode(code) ?? code } };
}
