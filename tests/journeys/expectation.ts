import { isDeepStrictEqual } from 'node:util';
import { tooMany } from '#engine/shared/refusals.ts';
import { type Conditions, holds } from '#engine/documents/journeys/conditions.ts';
import { listEventsUnder } from '#engine/documents/journeys/events.ts';
import { findNextStep } from '#engine/documents/journeys/flow.ts';
import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import { findStateAfter } from '#engine/documents/journeys/machine.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Guard, JourneyEffect } from '#schemas/generated/documents.ts';
import { conversions } from '#schemas/generated/events.ts';
import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getProjectRules } from '#tests/helpers/project-forms.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { type Fields, shownAgain } from './fields.ts';
import type { Person } from './person.ts';
import { journeyName } from './stage.ts';
import type { Reached } from './walk.ts';

/** What was seen of a walk. */
export interface Seen {
  /** Where it differs from what the document says; empty when nothing does. */
  readonly differences: readonly string[];
  /** Places of the document that it went over, such as `outcomes.register.refused.0`. */
  readonly covers: readonly string[];
  /** Conversions that must have been counted. */
  readonly conversions: readonly string[];
}

export interface Question {
  readonly person: Person;
  readonly useCase: string;
  readonly outcome: string;
  readonly conditions: Conditions;
  readonly reached: Reached;
}

const locale = 'de';
const isConversion = (event: string): boolean => conversions.includes(event);

/** Compares what came back with what the project's document of the journey says must follow. */
export async function whatFollows(question: Question): Promise<Seen> {
  const { person, useCase, outcome, conditions } = question;
  const alternatives = person.stage.document.outcomes[useCase]?.[outcome] ?? [];
  const index = alternatives.findIndex(({ when }) => holds(when, conditions));
  const effect = alternatives[index];
  if (effect === undefined) throw new Error(`The document has no alternative for ${useCase}.${outcome}.`);
  const check = new Check();
  check.covers(`outcomes.${useCase}.${outcome}.${index}`);
  await follow(effect, question, check);
  return {
    differences: check.differences,
    covers: check.covered,
    conversions: listEventsUnder(effect, conditions).filter(isConversion),
  };
}

/** Collects what differs. */
export class Check {
  readonly differences: string[] = [];
  readonly covered: string[] = [];

  covers(place: string): void {
    this.covered.push(place);
  }

  same(what: string, found: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(found, expected))
      this.differences.push(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}

async function follow(effect: JourneyEffect, question: Question, check: Check): Promise<void> {
  if (effect.refuse !== undefined) return refused(effect, question, check);
  if (effect.deny !== undefined) return denied(effect.deny, question, check);
  if (effect.open !== undefined) return opened(effect.open, question, check);
  if (effect.provider === true) return away(question, check);
  return led(effect, question, check);
}

/** The same page with what was typed, and what is to be said of it. */
function refused({ refuse, sentence }: JourneyEffect, { person, conditions, reached }: Question, check: Check): void {
  const { form, fields, place, answer } = reached.sent;
  const error = conditions['error'] ?? '';
  if (refuse === 'code') check.covers(`refusals.${error}.message`);
  check.same('page', answer.document, place.document);
  check.same('form', answer.form, {
    form,
    values: shownAgain(form, fields),
    errors: {},
    ...(refuse === 'fields' && { errors: reached.wrong }),
    ...(refuse === 'code' && codeRefused(form, getRefusalFor(person.stage.document, error).message)),
    ...(refuse === 'later' && { refusal: tooMany }),
    ...(refuse === 'sentence' && { refusal: sentence }),
  });
  check.same('status', answer.status, refuse === 'later' ? 429 : 422);
  if (refuse === 'later') check.same('Retry-After', Number(answer.headers.get('retry-after')) > 0, true);
  again(person.stage.document.forms[form]?.again ?? {}, answer, check);
}

/** At the field, or above a form that has none. */
function codeRefused(form: FormName, message: string): object {
  return Object.hasOwn(getProjectRules(form), 'code') ? { errors: { code: message } } : { refusal: message };
}

function again(facets: Fields, answer: Answer, check: Check): void {
  for (const [facet, value] of Object.entries(facets)) check.same(`facet ${facet}`, answer.facets[facet], value);
}

function denied(how: string, { person, conditions, reached }: Question, check: Check): void {
  const { answer, fields } = reached.sent;
  const error = conditions['error'] ?? '';
  const { deny } = getRefusalFor(person.stage.document, error);
  check.covers(`refusals.${error}.deny`);
  check.same('status', answer.status, 403);
  check.same('page', answer.document, person.stage.site.config.documents.denied);
  check.same('facet refusal', answer.facets['refusal'], deny);
  check.same('code', answer.value('rc'), how === 'bare' ? null : reached.code);
  const email = fields['email'] ?? person.email;
  const isFilled = how === 'typed' && deny === 'exhausted';
  check.same('form', answer.form, isFilled ? { form: 'lobby', values: { email }, errors: {} } : {});
}

function opened(open: NonNullable<JourneyEffect['open']>, { reached }: Question, check: Check): void {
  const { answer, fields, place } = reached.sent;
  check.same('status', answer.status, 200);
  check.same('page', answer.document, place.document);
  const values = Object.fromEntries(open.values.map((field) => [field, fields[field]]));
  check.same('form', answer.form, { form: open.form, values, errors: {} });
  again(open.facets ?? {}, answer, check);
}

/** Another site, by a page of this one: a redirect would be against the policy of the page with the form. */
function away({ reached }: Question, check: Check): void {
  const { answer } = reached.sent;
  check.same('status', answer.status, 200);
  check.same('refresh', answer.headers.get('refresh'), `0; url=${reached.values?.['url'] ?? 'nowhere'}`);
  check.same('a link for anyone who is not led', answer.body.includes('<a href="http'), true);
  check.same(
    'session changed',
    answer.headers.getSetCookie().some((cookie) => /session=/.test(cookie)),
    true,
  );
}

/** Another page, which this visitor must be shown, with the session that the document asks for. */
async function led(effect: JourneyEffect, question: Question, check: Check): Promise<void> {
  const { person, reached } = question;
  const { site } = person.stage;
  const { answer } = reached.sent;
  const { document, path } = target(effect, question, check);
  const query = new URLSearchParams(filled(effect.query ?? {}, reached.values ?? {})).toString();
  const { hash } = effect;
  const expected = buildHref(site, { path, locale, ...(query !== '' && { query }), hash });
  check.same('status', answer.status, 303);
  check.same('location', answer.location, expected);
  const isSessionSet = answer.headers.getSetCookie().some((cookie) => /session=/.test(cookie));
  check.same('session changed', isSessionSet, effect.session !== undefined);
  if (answer.location === null) return;
  const next = await person.open(answer.location);
  const isDenied = document === site.config.documents.denied;
  check.same('next page', [next.document, isDenied || next.status], [document, isDenied || 200]);
  if (effect.session === undefined) return;
  await sessionAfter(effect.session, question, check);
  if (effect.session !== 'clear') await stateAfterwards(question, check);
}

/** The note of an earlier application for membership is kept by what is added, and gone with whatever else was in the session. */
async function sessionAfter(
  session: NonNullable<JourneyEffect['session']>,
  { person, useCase }: Question,
  check: Check,
): Promise<void> {
  const { page } = person.form('membership-interest');
  const confirmation = person.stage.document.machines['membershipInterest']?.states['confirmation']?.screens?.[0]?.page;
  if (useCase === 'applyForMembership' || confirmation === undefined || page === confirmation) return;
  const { status } = await person.open({ document: confirmation });
  check.same('what the session said before', status === 200, session === 'add');
}

/** What the session says is what `journey.json` says of it: a page behind this state opens; those of later steps do not yet. */
async function stateAfterwards({ person, useCase, outcome }: Question, check: Check): Promise<void> {
  const { remembered, stands }: JourneyNames = journeyNames[journeyName];
  for (const [condition, byOutcome] of Object.entries(remembered)) {
    const value = byOutcome[`${useCase}.${outcome}`];
    if (value === undefined) continue;
    let isOpen = false;
    for (const id of pagesBehind(condition, stands[condition]?.[value] ?? [value], person)) {
      isOpen = (await person.open({ document: id })).status === 200;
      if (isOpen) break;
    }
    check.same(`a page for anyone who is ${value} in ${condition} opens`, isOpen, true);
  }
}

/** Pages whose guard lets visitors of these states of a machine pass, and no others. */
function pagesBehind(machine: string, states: readonly string[], { stage: { site } }: Person): readonly DocumentId[] {
  const { lets }: JourneyNames = journeyNames[journeyName];
  return [...site.documents.values()].flatMap(({ id, guards }) =>
    guards.some((guard) => {
      const { machine: own, option, states: passing = {} } = lets[guard.name] ?? {};
      const value = option === undefined ? 'any' : String(guard[option as keyof Guard]);
      return own === machine && isDeepStrictEqual(passing[value], states);
    })
      ? id
      : [],
  );
}

interface Target {
  readonly document: DocumentId;
  /** Without language. */
  readonly path: string;
}

function target(effect: JourneyEffect, question: Question, check: Check): Target {
  const { person, reached } = question;
  const { site } = person.stage;
  const { place } = reached.sent;
  const own = (document: DocumentId): Target => ({ document, path: createRouteTable(site).paths.get(document) ?? '' });
  if (effect.stay === true) return own(place.document);
  if (effect.addressOfCode === true)
    return { document: reached.landing ?? '', path: `/${reached.values?.['code'] ?? ''}` };
  if (effect.landingOfCode === true) return own(reached.landing ?? place.document);
  if (effect.step === 'next') return own(stepAfter(question));
  if (effect.step === 'asking') return own(stepThatAsks(question, 'code'));
  return own(effect.page ?? screen(effect.screen ?? '', question, check));
}

/** Page of the step after the one that was sent. */
function stepAfter({ person, reached }: Question): DocumentId {
  const { site, document } = person.stage;
  const { form, place } = reached.sent;
  const named = site.documents.get(place.document)?.flow;
  const flow = named ?? Object.keys(document.flows).find((name) => findNextStep(document, name, form) !== null);
  return findNextStep(document, flow, form)?.page ?? '';
}

/** Page of the step of the same flow that requires a field; the first one is on the landing that it was begun on. */
function stepThatAsks({ person, reached }: Question, field: string): DocumentId {
  const { flows } = person.stage.document;
  const [name = '', flow] =
    Object.entries(flows).find(([, { steps }]) => steps.some(({ form }) => form === reached.sent.form)) ?? [];
  const step = flow?.steps.find(({ form }) => getProjectRules(form)[field]?.required);
  return step === undefined ? '' : person.placeOf(name, step).document;
}

/** Page of the state that the outcome leads to. */
function screen(name: string, { person, useCase, outcome, conditions, reached }: Question, check: Check): DocumentId {
  const machine = person.stage.document.machines[name];
  const state = machine && findStateAfter(machine, `${useCase}.${outcome}`);
  const screens = machine?.states[state ?? '']?.screens ?? [];
  const index = screens.findIndex(({ when }) => holds(when, { ...conditions, ...reached.after }));
  check.covers(`machines.${name}.states.${state}.screens.${index}`);
  return screens[index]?.page ?? '';
}

function filled(query: Fields, values: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, text]): [string, string][] => {
      const named = /^\{(.+)\}$/.exec(text)?.[1];
      const value = named === undefined ? text : values[named];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
