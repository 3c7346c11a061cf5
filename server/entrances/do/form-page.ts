import type { IncomingMessage } from 'node:http';
import { decide, shownDocument } from '#engine/decide/decide.ts';
import { formsOfBlock } from '#engine/decide/forms.ts';
import { match } from '#engine/decide/match.ts';
import { planOf } from '#engine/decide/plan.ts';
import type { Facts, Match, PageDecision } from '#engine/decide/types.ts';
import type { DocumentId, Facets, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import type { SessionFact } from '#engine/guards/facts.ts';
import { parseRegistrationCode } from '#journeys/registration/base/registration-code.ts';
import { codeInQuery } from '#journeys/registration/decide/code.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { LookUp, Visitor } from '#server/site/pages/look-up.ts';
import { plain, type ReadFacts } from '#server/site/pages/read-facts.ts';

/** The page that a form stands on, decided for its visitor as if it were asked for again. */
export interface FormPage {
  readonly decision: PageDecision;
  readonly document: ResolvedDocument;
  /** Code of the page's address. */
  readonly linkedCode: string | null;
}

export interface FormPageQuestion {
  readonly request: IncomingMessage;
  readonly site: Site;
  readonly form: FormName;
  readonly locale: Locale;
  readonly fields: URLSearchParams;
  /** Route of the use case's own page. */
  readonly ownPage: string;
  readonly visitor: Visitor;
  readonly now: number;
}

export interface FormPageTools {
  readonly publicOrigin: string;
  readonly readFacts: ReadFacts;
  readonly lookUp: LookUp;
}

/**
 * The page to show a form on again: the one its visitor came from, else the document that the form names, else the use case's
 * own. A document counts only when its guards let this visitor pass and one of its blocks has the form, so that a forged name
 * shows nothing that its address would not. `null` when no page has the form.
 */
export async function findFormPage(question: FormPageQuestion, tools: FormPageTools): Promise<FormPage | null> {
  for (const url of candidates(question, tools.publicOrigin)) {
    const page = await formPageAt(url, question, tools);
    if (page !== null) return page;
  }
  return null;
}

async function formPageAt(url: string, question: FormPageQuestion, tools: FormPageTools): Promise<FormPage | null> {
  const { request, site, form, locale, visitor, now } = question;
  const matched = match(url, site);
  const shown = namedDocuments(question);
  // Not a GET: nothing is redirected for slashes or languages.
  const facts: Facts = {
    ...plain(tools.readFacts(request, url, now)),
    method: 'POST',
    prefetch: false,
    navigation: false,
    ...(shown.length > 0 && { shown }),
  };
  const found = await tools.lookUp(matched, facts, visitor);
  const decision = decide({ ...facts, ...found, ...stillThere(matched, found, form) }, site);
  if (decision.kind !== 'page' || decision.outcome === 'not-found') return null;
  const document = shownDocument(decision, site);
  if (!planOf(document, site).forms.has(form)) return null;
  const linkedCode = matched.code ?? codeInQuery(splitUrl(url).query);
  const facets = { ...decision.facets, ...conditionsOf(document.blocks, form, decision.facets) };
  const values = { ...(linkedCode !== null && { rc: linkedCode }), ...decision.values };
  return { decision: { ...decision, locale, facets, values }, document, linkedCode };
}

/**
 * The visitor saw the form, so the conditions of its block held then; the address alone may not say so, as on the deny page. No
 * change when one of its blocks is shown anyway.
 */
function conditionsOf(blocks: readonly ResolvedBlock[], form: FormName, facets: Facets): Facets {
  const own = blocks.filter((block) => formsOfBlock(block).includes(form));
  const holds = ({ when = {} }: ResolvedBlock): boolean =>
    Object.entries(when).every(([facet, value]) => facets[facet] === value);
  return own.some(holds) ? {} : (own[0]?.when ?? {});
}

/**
 * The visitor saw the form, so its code and its step counted then. Whatever became of them since, and even if nobody can be
 * asked now, the page is shown as it was: the use case is what refuses.
 */
function stillThere(matched: Match, found: Pick<Facts, 'code' | 'session'>, form: FormName): Partial<Facts> {
  const code = matched.code !== undefined && form !== 'code' && form !== 'lobby' && found.code?.state !== 'valid';
  const session = form === 'registration-step-2' && found.session?.state === 'unknown';
  return {
    ...(code && { code: { state: 'valid', inviterName: null, landing: null } }),
    ...(session && { session: unreadDraft }),
  };
}

const unreadDraft: SessionFact = {
  state: 'open',
  role: 'visitor',
  journeys: { registration: { registration: { step: 'started', email: '', hours: 0 } } },
};

function* candidates(question: FormPageQuestion, publicOrigin: string): Generator<string> {
  const { request, site, locale, ownPage, fields } = question;
  const token = fields.get('token');
  const { paths, routes } = routeTable(site);
  const referrer = URL.parse(request.headers.referer ?? '');
  if (referrer !== null && referrer.origin === (request.headers.origin ?? publicOrigin)) {
    // The form's own token, which may have left the address bar, goes before one that the session knows.
    if (token && !referrer.searchParams.has('token')) referrer.searchParams.set('token', token);
    yield referrer.pathname + referrer.search;
  }
  const query = queryOf(fields);
  const named = namedDocuments(question).flatMap((id) => [id, ...(site.documents.get(id)?.bases ?? [])]);
  // An arm without an address of its own stood at the one of the document that it is an arm of.
  const address = named.find((id) => paths.has(id));
  if (named.length > 0) yield hrefFor(site, { path: paths.get(address ?? '') ?? '/', locale, query });
  if (routes.has(ownPage)) yield hrefFor(site, { path: ownPage, locale, query });
}

/** The documents that the form says it stands in: one, or several arms of experiments. */
function namedDocuments({ fields, site }: FormPageQuestion): readonly DocumentId[] {
  const named = (fields.get('document') ?? '').split(' ', MOST_ARMS);
  return named.every((id) => site.documents.has(id)) ? named : [];
}

const MOST_ARMS = 20;

/** What the address of the page said, as far as the form repeats it. */
function queryOf(fields: URLSearchParams): string {
  const query = new URLSearchParams();
  const code = parseRegistrationCode(fields.get('code') ?? '');
  if (code !== null) query.set('rc', code);
  for (const name of ['validityTimestamp', 'token']) {
    const value = fields.get(name);
    if (value) query.set(name, value);
  }
  return query.toString();
}
