import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import type { ConditionContext, DeniedPage, DenyContext } from '#server/forms/server-journey.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { codeInQuery } from '../decide/code.ts';
import type { LobbyForm } from '#schemas/generated/forms.ts';

/** Conditions of the registration's document, as far as the server knows them; `journey.json` says what they mean. */
export function conditions({ answer, asked, session }: ConditionContext): Conditions {
  return {
    code: toCodeSource(asked),
    newsletter: answer.outcome !== 'registered' ? undefined : answer['newsletter'] === true ? 'yes' : 'no',
    nextStep: chooseNextStep(asked),
    registration: reached(session),
    resent: isOfRegistration(asked.request) ? 'own' : 'other',
    voucher: session.voucher === undefined ? 'none' : 'own',
  };
}

/** Whether a mail that is sent again is that of the visitor's own registration. */
function isOfRegistration(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'registration' in request && request.registration !== null;
}

/** A code that came with the address is not one that was typed, even when a form repeats it. A later step need not have one. */
function toCodeSource({ request, place, session }: ConditionContext['asked']): string {
  const code = codeIn(request);
  if (code === undefined) return session.draft === undefined ? 'linked' : 'earlier';
  return code.toUpperCase() === linkedCode(place) ? 'linked' : 'typed';
}

/** The code of a registration's form. */
function codeIn(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null || !('form' in request)) return undefined;
  const { form } = request;
  if (typeof form !== 'object' || form === null || !('code' in form)) return undefined;
  return typeof form.code === 'string' ? form.code : undefined;
}

/** Where a registration goes on: in a dialog, at the second step of a social sign-up, or on the page of its state. */
function chooseNextStep({ place, session }: ConditionContext['asked']): string {
  if (showsDialog(place)) return 'dialog';
  return session.draft !== undefined && session.opened?.['social-second-step'] !== undefined ? 'preferences' : 'page';
}

/** A landing that shows the next step in a dialog of its own (S6). */
function showsDialog({ document }: FormPlace): boolean {
  return document?.kind === 'landing' && document.facets.includes('registration');
}

/** A session does not say whether its registration has been activated elsewhere: that is asked when a page is shown. */
function reached({ registration, draft, active, voucher }: Session): string {
  if (registration !== undefined) return 'finished';
  if (draft !== undefined) return 'started';
  return active === true || voucher !== undefined ? 'active' : 'none';
}

/**
 * The deny page with the code and its timestamp. When no place is left, its form for the waiting list (S17) holds the address that
 * was typed.
 */
export function denied({ answer, asked, refusal, typed }: DenyContext): DeniedPage {
  const form = typed ? typedIn(answer['typed']) : null;
  const code = linkedCode(asked.place) ?? form?.code;
  return {
    values: {
      ...(code !== undefined && { rc: code }),
      ...(form?.validityTimestamp !== undefined && { validityTimestamp: form.validityTimestamp }),
    },
    ...(refusal === 'exhausted' && form !== null && { filled: { form: 'lobby', values: { email: form.email } } }),
  };
}

function typedIn(typed: unknown): LobbyForm | null {
  // The checked edge: only refusals of a registration carry it, with this shape.
  return typeof typed === 'object' ? (typed as LobbyForm | null) : null;
}

/** The code that the address of a form's page names; `null` when there is none, so that a code was typed. */
export function linkedCode({ claims, query }: Pick<FormPlace, 'claims' | 'query'>): string | null {
  return claims.code ?? codeInQuery(query);
}
