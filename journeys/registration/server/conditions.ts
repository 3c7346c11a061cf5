import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import type { ConditionContext, DeniedPage, DenyContext } from '#server/forms/server-journey.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { readQueryCode } from '../decide/code.ts';
import type { LobbyForm } from '#schemas/generated/forms.ts';

/** Conditions of the registration's document on the server; `journey.json` documents them. */
export function readSubmitConditions({ answer, context, session }: ConditionContext): Conditions {
  return {
    code: toCodeSource(context),
    newsletter: answer.outcome !== 'registered' ? undefined : answer['newsletter'] === true ? 'yes' : 'no',
    nextStep: chooseNextStep(context),
    registration: reached(session),
    resent: isOfRegistration(context.request) ? 'own' : 'other',
    voucher: session.voucher === undefined ? 'none' : 'own',
  };
}

/** Whether a resent mail belongs to the visitor's own registration. */
function isOfRegistration(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'registration' in request && request.registration !== null;
}

/** A code from the address does not count as entered, even if the form repeats it. Later steps may have none. */
function toCodeSource({ request, place, session }: ConditionContext['context']): string {
  const code = codeIn(request);
  if (code === undefined) return session.draft === undefined ? 'linked' : 'earlier';
  return code.toUpperCase() === findLinkedCode(place) ? 'linked' : 'typed';
}

/** Code in the registration's form. */
function codeIn(request: unknown): string | undefined {
  if (typeof request !== 'object' || request === null || !('form' in request)) return undefined;
  const { form } = request;
  if (typeof form !== 'object' || form === null || !('code' in form)) return undefined;
  return typeof form.code === 'string' ? form.code : undefined;
}

/** Next step of a registration: in a dialog, at the second step of a social sign-up, or on the page of its state. */
function chooseNextStep({ place, session }: ConditionContext['context']): string {
  if (showsDialog(place)) return 'dialog';
  return session.draft !== undefined && session.opened?.['social-second-step'] !== undefined ? 'preferences' : 'page';
}

/** Whether a landing shows the next step in a dialog (S6). */
function showsDialog({ document }: FormPlace): boolean {
  return document?.kind === 'landing' && document.facets.includes('registration');
}

/** The session does not know whether its registration was activated elsewhere; that is checked when a page is shown. */
function reached({ registration, draft, active, voucher }: Session): string {
  if (registration !== undefined) return 'finished';
  if (draft !== undefined) return 'started';
  return active === true || voucher !== undefined ? 'active' : 'none';
}

/** The deny page with the code and its timestamp. Without free places, its waiting list form (S17) is prefilled with the entered address. */
export function buildDeniedState({ answer, context, refusal, typed }: DenyContext): DeniedPage {
  const form = typed ? typedIn(answer['typed']) : null;
  const code = findLinkedCode(context.place) ?? form?.code;
  return {
    values: {
      ...(code !== undefined && { rc: code }),
      ...(form?.validityTimestamp !== undefined && { validityTimestamp: form.validityTimestamp }),
    },
    ...(refusal === 'exhausted' && form !== null && { filled: { form: 'lobby', values: { email: form.email } } }),
  };
}

function typedIn(typed: unknown): LobbyForm | null {
  // Checked edge: set only by refusals of a registration.
  return typeof typed === 'object' ? (typed as LobbyForm | null) : null;
}

/** The code in the address of a form's page; `null` without one, which means that a code was entered. */
export function findLinkedCode({ params, query }: Pick<FormPlace, 'params' | 'query'>): string | null {
  return params.code ?? readQueryCode(query);
}
