import { codeInQuery } from '../decide/code.ts';
import { documentOf } from '../decide/document.ts';
import type { CodeError } from '../decide/facts.ts';
import { screens } from '../base/screens.ts';
import { refusalFor } from '#engine/documents/journeys/journey-document.ts';
import type { LobbyForm } from '#schemas/generated/forms.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type {
  DenyEffect,
  Effect,
  FieldErrorsEffect,
  RedirectEffect,
  RetryEffect,
} from '#server/entrances/journey/effect.ts';
import type { FormPlace } from '#server/entrances/journey/use-case.ts';

/** Conversions that experiments are measured by. */
export const conversions = {
  started: 'registration_started',
  finished: 'registration_finished',
  activated: 'account_activated',
} as const;

/** The account of an address is active: whoever was told so may see the page that says it (R16). */
export const toldActive: RedirectEffect = { to: screens.active, session: { add: { active: true } } };

/** There is nothing to go on with. */
export const startAgain: RedirectEffect = { to: screens.start, session: { replace: {} } };

export const stepMissing: Effect = { refusal: 'refusals.stepMissing', status: 422 };

export function fieldErrors({ errors }: { readonly errors: readonly FieldError[] }): FieldErrorsEffect {
  return { refused: errors };
}

export function retryLater({ retryAfterSeconds }: RetryEffect): RetryEffect {
  return { retryAfterSeconds };
}

/** What is wrong with a code that was typed, at its field (S17). */
export function codeRefused(error: CodeError, { site }: Pick<FormPlace, 'site'>): FieldErrorsEffect {
  return { refused: [{ field: 'code', message: refusalFor(documentOf(site), error).message }] };
}

/**
 * The deny page in place, with the code and its timestamp. When no place is left, its form for the waiting list (S17) holds the
 * address that was typed.
 */
export function denied(error: CodeError, place: FormPlace, typed: LobbyForm | null): DenyEffect {
  const refusal = refusalFor(documentOf(place.site), error).deny;
  const code = linkedCode(place) ?? typed?.code;
  return {
    denied: {
      facets: { refusal },
      values: {
        ...(code !== undefined && { rc: code }),
        ...(typed?.validityTimestamp !== undefined && { validityTimestamp: typed.validityTimestamp }),
      },
      ...(refusal === 'exhausted' && typed !== null && { filled: { form: 'lobby', values: { email: typed.email } } }),
    },
  };
}

/** The code that the address of a form's page names; `null` when there is none, so that a code was typed. */
export function linkedCode({ claims, query }: Pick<FormPlace, 'claims' | 'query'>): string | null {
  return claims.code ?? codeInQuery(query);
}
