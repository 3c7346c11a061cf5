import { decide } from '#engine/decide/decide.ts';
import { tooMany } from '#engine/base/refusals.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PageAnswerOnce } from '#server/site/pages/page-front.ts';
import type { Answer } from './answer.ts';
import type { FormPage } from './form-page.ts';
import { formState } from './typed-values.ts';

export type Redirect = Extract<Answer, { readonly to: string }>;
type Denial = Extract<Answer, { readonly denied: unknown }>;
type Opening = Extract<Answer, { readonly opened: unknown }>;

/** Path with base path, language, query and hash. */
export function redirectTarget({ to, query, hash }: Redirect, site: Site, locale: Locale): string {
  return hrefFor(site, {
    path: to,
    locale,
    ...(query && { query: new URLSearchParams(query).toString() }),
    ...(hash !== undefined && { hash }),
  });
}

/** The page of the form again, with what was typed and what is wrong. */
export function refusedPage(
  answer: Exclude<Answer, Redirect | Denial | Opening>,
  asked: PageDecision,
  form: FormName,
  fields: URLSearchParams,
): PageAnswerOnce {
  const state = formState(form, fields, 'refused' in answer ? answer.refused : []);
  // What is wrong stands in the dialog, which therefore stays open.
  const decision = form === 'become-member' ? withProduct(asked, 'asked') : asked;
  if ('refused' in answer) return { decision, status: 422, formState: state };
  const limited = 'retryAfterSeconds' in answer;
  const status = limited ? 429 : answer.status;
  const retryAfter = limited ? answer.retryAfterSeconds : RETRY_AFTER_OUTAGE;
  return {
    decision,
    status,
    formState: { ...state, refusal: limited ? tooMany : answer.refusal },
    ...(status !== 422 && { headers: ['Retry-After', String(retryAfter)] }),
  };
}

/** The page with another of its forms begun; the dialog that led there is closed (S7). */
export function openedPage({ opened, values }: Opening, decision: PageDecision): PageAnswerOnce {
  return { decision: withProduct(decision, 'none'), status: 200, formState: { form: opened, values, errors: {} } };
}

function withProduct(decision: PageDecision, product: 'none' | 'asked'): PageDecision {
  const { facets } = decision;
  return 'product' in facets ? { ...decision, facets: { ...facets, product } } : decision;
}

/** Seconds after which a technical issue is likely over. */
const RETRY_AFTER_OUTAGE = 30;

/**
 * The deny page in place, with the code and its timestamp. When no place is left, its form for the waiting list (S17) holds
 * the address that was typed.
 */
export function deniedPage(
  { denied, typed }: Denial,
  { decision, linkedCode }: FormPage,
  site: Site,
  locale: Locale,
): PageAnswerOnce {
  const path = routeTable(site).paths.get(site.config.documents.denied) ?? screens.denied;
  const facts = { ...nobody, url: hrefFor(site, { path, locale }), now: Date.now() };
  const page = decide(facts, site);
  if (page.kind === 'redirect') return { decision, status: 403 };
  const facets = 'refusal' in page.facets ? { ...page.facets, refusal: denied } : page.facets;
  const code = linkedCode ?? typed?.code;
  const values = {
    ...(code !== undefined && { rc: code }),
    ...(typed?.validityTimestamp !== undefined && { validityTimestamp: typed.validityTimestamp }),
  };
  const waiting = denied === 'exhausted' ? typed : null;
  return {
    decision: { ...page, locale, facets, values },
    status: 403,
    ...(waiting && { formState: { form: 'lobby', values: { email: waiting.email }, errors: {} } }),
  };
}

/** The deny page depends on nothing about the visitor but the refusal. */
const nobody = {
  method: 'POST',
  cookies: {},
  acceptLanguage: '',
  referrer: '',
  userAgent: '',
  prefetch: false,
  navigation: false,
  country: null,
} as const;
