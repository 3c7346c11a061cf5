import { decide } from '#engine/decide/decide.ts';
import type { FormState } from '#engine/compile/types.ts';
import { tooMany } from '#engine/shared/refusals.ts';
import { CONFIRMATION_FIELD, type ShownForm } from '#engine/shared/shown-form.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import type { Facets, Site } from '#engine/documents/types.ts';
import { buildHref, withoutLanguageSwitch } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormResponsePage } from '#server/site/pages/page-handler.ts';
import type { DenyEffect, OpenFormEffect, PhaseEffect, RedirectEffect, StepEffect } from '#server/forms/effect.ts';
import type { FormRoute } from '#server/forms/use-case.ts';
import type { EffectResponse } from './answer.ts';
import { buildFormState } from './build-form-state.ts';

/** Path with base path, language, query and hash. */
export function buildRedirectTarget({ to, query, hash }: RedirectEffect, site: Site, locale: Locale): string {
  if (typeof to === 'object' && 'elsewhere' in to) return to.elsewhere;
  return buildHref(site, {
    path: typeof to === 'string' ? to : (createRouteTable(site).paths.get(to.landing ?? '') ?? '/'),
    locale,
    ...(query && { query: new URLSearchParams(query).toString() }),
    hash,
  });
}

/** The page of the form with submitted values and errors. */
export function buildRefusedPage(
  answer: Exclude<EffectResponse, RedirectEffect | DenyEffect | OpenFormEffect | PhaseEffect | StepEffect>,
  asked: PageDecision,
  { form, refillFacets, questions }: Pick<FormRoute, 'form' | 'refillFacets'> & Pick<FormState, 'questions'>,
  fields: URLSearchParams,
  site: Site,
): FormResponsePage {
  const state = buildFormState({ form, questions }, fields, 'refused' in answer ? answer.refused : [], site);
  const decision = withFacets(asked, refillFacets);
  if ('refused' in answer) return { decision, status: 422, formState: state };
  const limited = 'retryAfterSeconds' in answer;
  const status = limited ? 429 : answer.status;
  const retryAfter = limited ? answer.retryAfterSeconds : RETRY_AFTER_SECONDS;
  return {
    decision,
    status,
    formState: { ...state, ...askedAgain(status, fields), refusal: limited ? tooMany : answer.refusal },
    ...(status !== 422 && { headers: ['Retry-After', String(retryAfter)] }),
  };
}

/** A consent that could not be stored is requested again; not for an expired link. */
function askedAgain(status: number, fields: URLSearchParams): Partial<FormState> {
  const token = fields.get(CONFIRMATION_FIELD);
  return token === null || status === 422 ? {} : { phase: 'confirm', values: { [CONFIRMATION_FIELD]: token } };
}

/** The page with other content in place of the fields of a form. */
export function buildPhasePage({ phase }: PhaseEffect, form: ShownForm, decision: PageDecision): FormResponsePage {
  return { decision, status: 200, formState: { form, values: {}, errors: {}, phase } };
}

/** The page with another step of its form and all submitted values. */
export function buildStepPage(
  { stepIndex }: StepEffect,
  form: ShownForm,
  decision: PageDecision,
  fields: URLSearchParams,
  site: Site,
): FormResponsePage {
  return { decision, status: 200, formState: { ...buildFormState({ form }, fields, [], site), stepIndex } };
}

/** The page with another form open. */
export function buildOpenedPage({ opened, values, facets }: OpenFormEffect, decision: PageDecision): FormResponsePage {
  return { decision: withFacets(decision, facets), status: 200, formState: { form: opened, values, errors: {} } };
}

/** Sets facets; those that the page does not have are ignored. */
function withFacets(decision: PageDecision, facets: Facets = {}): PageDecision {
  const known = Object.entries(facets).filter(([name]) => name in decision.facets);
  return known.length === 0 ? decision : { ...decision, facets: { ...decision.facets, ...Object.fromEntries(known) } };
}

/** Seconds after which a technical failure has probably ended. */
const RETRY_AFTER_SECONDS = 30;

/** The deny page in place of the page with the form. */
export function buildDeniedPage(
  { denied: { facets, values, filled } }: DenyEffect,
  decision: PageDecision,
  site: Site,
  locale: Locale,
): FormResponsePage {
  const path = createRouteTable(site).paths.get(site.config.documents.denied) ?? '/';
  const facts = { ...nobody, url: buildHref(site, { path, locale }), now: Date.now() };
  const page = decide(facts, site);
  if (page.kind === 'redirect') return { decision, status: 403 };
  const query = withoutLanguageSwitch(new URLSearchParams(values).toString());
  return {
    decision: { ...withFacets(page, facets), locale, values: query === '' ? values : { ...values, query } },
    status: 403,
    ...(filled && { formState: { ...filled, errors: {} } }),
  };
}

/** The deny page depends on the refusal only, not on the visitor. */
const nobody = {
  method: 'POST',
  cookies: {},
  consent: null,
  acceptLanguage: '',
  referrer: '',
  userAgent: '',
  prefetch: false,
  navigation: false,
  country: null,
} as const;
