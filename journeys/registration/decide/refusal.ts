import { noPlaceLeft } from '../base/no-place-left.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { tooMany, tryLater } from '#engine/base/refusals.ts';
import type { FormNotice } from '#engine/decide/types.ts';
import type { CodeError, CodeFact } from './facts.ts';

/** Why a visitor is turned away, as far as the deny page tells it. */
export type Refusal = 'invalid' | 'expired' | 'exhausted';

/** Error → screen (S17). A landing that is missing turns nobody away. */
export const refusalOf: Readonly<Record<CodeError, Refusal>> = {
  CUSTOMIZATION_MISSING: 'invalid',
  INVITER_INVALID: 'invalid',
  REFERER_INVALID: 'invalid',
  REGISTRATION_CODE_INVALID: 'invalid',
  REGISTRATION_CODE_NO_BALANCE_LEFT: 'exhausted',
  REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS: 'exhausted',
  REGISTRATION_CODE_EXPIRED: 'expired',
  REGISTRATION_CODE_TIMESTAMP_MISSING: 'expired',
};

/** Error → words at the field where a code is typed (B2). */
export const codeMessage: Readonly<Record<CodeError, string>> = {
  CUSTOMIZATION_MISSING: 'refusals.linkInvalid',
  INVITER_INVALID: 'refusals.invitationInvalid',
  REFERER_INVALID: 'refusals.referrer',
  REGISTRATION_CODE_INVALID: 'errors.codeInvalid',
  REGISTRATION_CODE_NO_BALANCE_LEFT: noPlaceLeft,
  REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS: noPlaceLeft,
  REGISTRATION_CODE_EXPIRED: 'refusals.invitationExpired',
  REGISTRATION_CODE_TIMESTAMP_MISSING: 'refusals.linkInvalid',
};

const notices = new Map<string, FormNotice>();

/** Forms with a field for a code, the likeliest first. */
const formsWithCode = ['code', 'registration', 'registration-step-1'] as const;

/** What the field for a code says about the code of the URL (R1); `undefined` when there is nothing to say or no such field. */
export function codeNotice(code: CodeFact | undefined, forms: ReadonlySet<FormName>): FormNotice | undefined {
  const message = messageOf(code);
  const form = message === null ? undefined : formsWithCode.find((name) => forms.has(name));
  if (message === null || form === undefined) return undefined;
  const key = `${form} ${message}`;
  let notice = notices.get(key);
  if (notice === undefined) {
    notice = { form, holes: { code: 'rc' }, errors: { code: message } };
    notices.set(key, notice);
  }
  return notice;
}

function messageOf(code: CodeFact | undefined): string | null {
  switch (code?.state) {
    case 'refused':
      return codeMessage[code.error];
    case 'not-found':
      return codeMessage.REGISTRATION_CODE_INVALID;
    case 'unknown':
      return tryLater;
    case 'limited':
      return tooMany;
    default:
      return null;
  }
}
