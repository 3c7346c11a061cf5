import { InternalError } from '#engine/shared/errors.ts';
import { listForms } from '#engine/decide/forms.ts';
import type { FiredEvent } from '#engine/decide/pending-events.ts';
import { type Conditions, findAlternative } from '#engine/documents/journeys/conditions.ts';
import { listEventsUnder } from '#engine/documents/journeys/events.ts';
import { findNextStep, getSteps, findStepWithForm } from '#engine/documents/journeys/flow.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import { chooseScreen, findStateAfter } from '#engine/documents/journeys/machine.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { JourneyDocument, JourneyEffect } from '#schemas/generated/documents.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { Effect, RedirectEffect, SessionChange } from './effect.ts';
import type { JourneyHooks } from './server-journey.ts';
import { applySessionChange } from './session-change.ts';
import type { AnyResult, OutcomeContext, OutcomeHooks } from './use-case.ts';

/** An outcome to be resolved by the document of its journey. */
export interface EffectQuestion {
  readonly site: Site;
  readonly document: JourneyDocument;
  readonly journey: JourneyHooks;
  /** Hooks of the use case for its outcomes. */
  readonly hooks: OutcomeHooks;
  /** Name of the use case, or of a form without one. */
  readonly useCase: string;
  /** The submitted form; `null` for an operation of an API client. */
  readonly form: string | null;
  /** Values of a form without a use case. */
  readonly sent?: Readonly<Record<string, unknown>>;
  readonly caller: 'page' | 'program';
  readonly answer: AnyResult;
  readonly context: OutcomeContext<unknown>;
}

/** The effect of an outcome, as the document of the journey defines it. */
export function resolveEffect(question: EffectQuestion): Effect {
  const { document, useCase, answer, context } = question;
  const alternatives = document.outcomes[useCase]?.[answer.outcome] ?? [];
  const chosen = findAlternative(alternatives, toConditions(question, context.session));
  if (chosen === undefined)
    throw new InternalError(`No effect is named for the outcome "${answer.outcome}" of "${useCase}".`);
  const events = firedBy(chosen, question);
  const effect = resolveChange(chosen, question);
  const { attribution } = question.answer;
  if (events.length === 0) return effect;
  const isStored = attribution === null || typeof attribution === 'string';
  return { ...effect, events, ...(isStored && { attribution }) };
}

function resolveChange(chosen: JourneyEffect, question: EffectQuestion): Effect {
  if (chosen.refuse !== undefined) return refused(chosen, question);
  if (chosen.deny !== undefined) return denied(chosen.deny, question);
  if (chosen.open !== undefined) return opened(chosen.open, question);
  return redirected(chosen, question);
}

/** Events of the effect. Repeated outcomes have already been reported. */
function firedBy(chosen: JourneyEffect, question: EffectQuestion): readonly FiredEvent[] {
  const { answer, context, document, journey, form } = question;
  if (answer['repeated'] === true) return [];
  const conditions = toConditions(question, context.session);
  const ofRefusal = chosen.refuse === 'code' || chosen.deny !== undefined;
  return listEventsUnder(chosen, conditions)
    .concat(ofRefusal ? (getRefusalFor(document, readError(answer) ?? '').event ?? []) : [])
    .map((name) => {
      const fields = journey.eventFields?.(name, { answer, context, form });
      return { name, fields };
    });
}

function toConditions({ journey, answer, context, caller }: EffectQuestion, session: Session): Conditions {
  return { caller, error: readError(answer), ...journey.conditions?.({ answer, context, session }) };
}

function readError(answer: AnyResult): string | undefined {
  return typeof answer['error'] === 'string' ? answer['error'] : undefined;
}

function refused({ refuse, sentence }: JourneyEffect, { answer, document }: EffectQuestion): Effect {
  switch (refuse) {
    case 'fields':
      // The checked edge: outcomes that say what is to be fixed carry it.
      return { refused: (answer['errors'] ?? []) as readonly FieldError[] };
    case 'code':
      return { refused: [{ field: 'code', message: getRefusalFor(document, readError(answer) ?? '').message }] };
    case 'later':
      return { retryAfterSeconds: Number(answer['retryAfterSeconds']) };
    default:
      return { refusal: sentence ?? '', status: 422 };
  }
}

function denied(
  how: NonNullable<JourneyEffect['deny']>,
  { answer, context, document, journey }: EffectQuestion,
): Effect {
  const { deny: refusal } = getRefusalFor(document, readError(answer) ?? '');
  const { values = {}, filled } = journey.denied?.({ answer, context, refusal, typed: how === 'typed' }) ?? {};
  return { denied: { facets: { refusal }, values, filled } };
}

function opened({ form, values, facets }: NonNullable<JourneyEffect['open']>, { sent = {} }: EffectQuestion): Effect {
  return {
    // Checked edge: rules of the document allow existing forms only.
    opened: form as Extract<Effect, { opened: unknown }>['opened'],
    values: Object.fromEntries(values.map((field) => [field, String(sent[field] ?? '')])),
    facets,
  };
}

function redirected(effect: JourneyEffect, question: EffectQuestion): RedirectEffect {
  const { context } = question;
  const session = sessionChange(effect, question);
  const after = session === undefined ? context.session : applySessionChange(context.session, session);
  const query = effect.query && filledQuery(effect.query, collectValues(question));
  const { hooks, answer } = question;
  // Checked edge, as for session changes.
  const member = hooks.signInMemberId?.[answer.outcome]?.(answer as never, context as never) ?? null;
  return {
    to: destination(effect, question, after),
    ...(query && Object.keys(query).length > 0 && { query }),
    hash: effect.hash,
    session,
    signInMemberId: member ?? undefined,
  };
}

function destination(effect: JourneyEffect, question: EffectQuestion, after: Session): RedirectEffect['to'] {
  const { site, context, answer, document, useCase } = question;
  if (effect.page !== undefined) return findPath(site, effect.page);
  if (effect.stay === true) return context.place.path;
  if (effect.step !== undefined)
    return findPath(site, effect.step === 'next' ? nextPage(question) : findFormPage(question));
  if (effect.landingOfCode === true) {
    if (typeof answer['landing'] === 'string') return { landing: answer['landing'] };
    // Visitors stay on the campaign: the code opens the form on the landing where it was entered.
    return beginsFlow(question) ? context.place.path : { landing: null };
  }
  if (effect.provider === true) return { elsewhere: collectValues(question)['url'] ?? '' };
  if (effect.addressOfCode === true) return `/${collectValues(question)['code'] ?? ''}`;
  const machine = document.machines[effect.screen ?? ''];
  const state = machine && findStateAfter(machine, `${useCase}.${answer.outcome}`);
  const page = machine && state && chooseScreen(machine, state, toConditions(question, after));
  if (!page)
    throw new InternalError(`The outcome "${useCase}.${answer.outcome}" leads to no screen of "${effect.screen}".`);
  return findPath(site, page);
}

/** Whether the landing of the form also shows a first step at which a code can be used. */
function beginsFlow({ site, document, form, context }: EffectQuestion): boolean {
  const shown = context.place.document;
  if (shown?.kind !== 'landing') return false;
  return listForms(shown, site).some((other) => other !== form && findStepWithForm(document, other) !== null);
}

/** Unknown pages fall back to the start page; rules of the document allow existing pages only. */
function findPath(site: Site, page: string): string {
  return createRouteTable(site).paths.get(page) ?? '/';
}

/** The step after the submitted one, in the flow that the use case or its landing names if it belongs to several. */
function nextPage(question: EffectQuestion): string {
  const { document, form, context } = question;
  const name = form ?? '';
  const found = findStepWithForm(document, name, collectValues(question)['flow'] ?? context.place.document?.flow);
  const next = found && findNextStep(document, found.flow, name);
  if (next?.page === undefined) throw new InternalError(`After the form "${name}" its flow has no step.`);
  return next.page;
}

/** Page of the step with the field that the outcome is about: its own page, or the landing on which the flow began while it shows the step. */
function findFormPage(question: EffectQuestion): string {
  const { site, document } = question;
  const { field = '', flow, landing = '' } = collectValues(question);
  const step = getSteps(document, flow).find(({ form }) => getFormRules(form, site)[field]?.required === true);
  if (step === undefined) throw new InternalError(`No step of the flow "${flow}" asks for "${field}".`);
  const begun = site.documents.get(landing);
  const isThere = begun !== undefined && createRouteTable(site).paths.has(landing) && showsForm(begun, step.form, site);
  return step.page ?? (isThere ? landing : (document.forms[step.form]?.page ?? ''));
}

function showsForm(document: ResolvedDocument, form: string, site: Site): boolean {
  return listForms(document, site).some((shown) => shown === form);
}

function sessionChange(
  { session }: JourneyEffect,
  { hooks, answer, context }: EffectQuestion,
): SessionChange | undefined {
  if (session === undefined) return undefined;
  if (session === 'clear') return { replace: {} };
  // Checked edge: a use case defines hooks by the outcomes whose answers they take.
  const remembered = hooks.sessionChanges?.[answer.outcome]?.(answer as never, context as never) ?? {};
  return session === 'add' ? { add: remembered } : { replace: remembered };
}

/** Values of an outcome: its texts, and values computed by the use case. */
function collectValues({ hooks, answer, context }: EffectQuestion): Readonly<Record<string, string>> {
  const own = Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(own), ...hooks.values?.[answer.outcome]?.(answer as never, context as never) };
}

/** `{name}` is replaced by a value; parameters without a value are left out. */
function filledQuery(
  query: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, text]): [string, string][] => {
      const named = /^\{(.+)\}$/.exec(text)?.[1];
      const value = named === undefined ? text : values[named];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
