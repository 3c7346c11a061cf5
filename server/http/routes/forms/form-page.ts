import type { IncomingMessage } from 'node:http';
import { decideMatched, selectShownDocument } from '#engine/decide/decide.ts';
import { type BlockForm, isBlockForm, splitBlockForm, type ShownForm } from '#engine/shared/shown-form.ts';
import { listQuestions, listShownForms, listShownBlockForms } from '#engine/decide/forms.ts';
import { matchUrl } from '#engine/decide/match.ts';
import type { Facts, PageDecision } from '#engine/decide/types.ts';
import type { DocumentId, Facets, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormPages } from '#server/forms/server-journey.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { LoadFacts, FactsVisitor } from '#server/site/pages/load-facts.ts';
import { copyFacts, type ReadFacts } from '#server/site/pages/read-facts.ts';

/** The page of a form, decided for its visitor as if requested again. */
export interface FormPage {
  readonly decision: PageDecision;
  /** The form as rendered. */
  readonly form: ShownForm;
  /** Questions that its block adds. */
  readonly questions: BlockForm | undefined;
  readonly place: FormPlace & { readonly document: ResolvedDocument };
}

export interface FormPageQuestion {
  readonly request: IncomingMessage;
  readonly site: Site;
  readonly form: ShownForm;
  readonly locale: Locale;
  readonly fields: URLSearchParams;
  /** Route of the default page of the form. */
  readonly ownPage: string;
  readonly visitor: FactsVisitor;
  readonly now: number;
}

export interface FormPageTools {
  readonly publicOrigin: string;
  readonly readFacts: ReadFacts;
  readonly loadFacts: LoadFacts;
  /** How journeys find the pages of their forms. */
  readonly journeys: readonly FormPages[];
}

/**
 * The page to render a form on: the one that the visitor came from, else the document that the form names, else the default page. A document
 * counts only when its guards let this visitor pass and one of its blocks has the form, so that a forged value reveals nothing. `null` when no
 * page has the form.
 */
export async function findFormPage(question: FormPageQuestion, tools: FormPageTools): Promise<FormPage | null> {
  for (const candidate of candidates(question, tools)) {
    const page = await formPageAt(candidate, question, tools);
    if (page !== null) return page;
  }
  return null;
}

interface Candidate {
  readonly url: string;
  /** Whether the visitor requested this address; otherwise it is derived from values of the form, such as an entered code. */
  readonly isAsked: boolean;
}

async function formPageAt(
  { url, isAsked }: Candidate,
  question: FormPageQuestion,
  tools: FormPageTools,
): Promise<FormPage | null> {
  const { request, site, form: sent, locale, visitor, now } = question;
  const matched = matchUrl(url, site);
  const { match } = matched;
  const shown = namedDocuments(question);
  // Not GET: no redirects for slashes or languages.
  const facts: Facts = {
    ...copyFacts(tools.readFacts(request, matched.meant ?? url, now)),
    method: 'POST',
    prefetch: false,
    navigation: false,
    ...(shown.length > 0 && { shown }),
  };
  const found = await tools.loadFacts(match, facts, visitor);
  const seen = isBlockForm(sent) ? [] : tools.journeys.map((journey) => journey.asSeen?.(sent, match, found));
  const decision = decideMatched(matched, Object.assign({}, facts, found, ...seen), site);
  if (decision.kind !== 'page' || decision.outcome === 'not-found') return null;
  const document = selectShownDocument(decision, site);
  const form = formOn(document, sent, site);
  if (form === undefined) return null;
  const place = {
    site,
    locale,
    document,
    routedDocument: decision.document,
    path: decision.path,
    ...(isAsked ? { params: match, query: match.query } : { params: {}, query: '' }),
  };
  const facets = { ...decision.facets, ...findConditions(document, form, decision.facets, site) };
  const own = tools.journeys.map((journey) => journey.values?.(place));
  const values: PageDecision['values'] = Object.assign({}, ...own, decision.values);
  const questions = listQuestions(document, site).get(form);
  return { decision: { ...decision, locale, facets, values }, form, questions, place };
}

/** The decision with open windows of the form's block and the blocks around it: an entry may be confirmed after its form closed. */
export function withOpenWindows({ decision, form, place: { document } }: FormPage, site: Site): PageDecision {
  const around = findAround(document.blocks, (block) =>
    listShownBlockForms(block, { site, flow: document.flow }).includes(form),
  );
  const opened = around.map(({ id }) => [`window:${id}`, 'open'] as const);
  const known = opened.filter(([facet]) => facet in decision.facets);
  return { ...decision, facets: { ...decision.facets, ...Object.fromEntries(known) } };
}

/** A block with its enclosing blocks; empty when it does not exist. */
function findAround(
  blocks: readonly ResolvedBlock[],
  isMeant: (block: ResolvedBlock) => boolean,
): readonly ResolvedBlock[] {
  for (const block of blocks) {
    if (isMeant(block)) return [block];
    const inside = findAround(block.blocks, isMeant);
    if (inside.length > 0) return [block, ...inside];
  }
  return [];
}

/** Since the page was loaded, the form document may have moved to another block. */
function formOn(document: ResolvedDocument, sent: ShownForm, site: Site): ShownForm | undefined {
  const shown = listShownForms(document, site);
  if (shown.includes(sent)) return sent;
  if (!isBlockForm(sent)) return undefined;
  const { document: id } = splitBlockForm(sent);
  return shown.find((form) => isBlockForm(form) && splitBlockForm(form).document === id);
}

/**
 * Facts that satisfy the conditions of the form's block: they held when the visitor saw it, but the address alone may not imply them, as on the
 * deny page. Empty when one of its blocks is shown anyway.
 */
function findConditions({ blocks, flow }: ResolvedDocument, form: ShownForm, facets: Facets, site: Site): Facets {
  const own = blocks.filter((block) => listShownBlockForms(block, { site, flow }).includes(form));
  const holds = ({ when = {} }: ResolvedBlock): boolean =>
    Object.entries(when).every(([facet, value]) => facets[facet] === value);
  return own.some(holds) ? {} : (own[0]?.when ?? {});
}

function* candidates(
  question: FormPageQuestion,
  { publicOrigin, journeys }: Pick<FormPageTools, 'publicOrigin' | 'journeys'>,
): Generator<Candidate> {
  const { request, site, locale, ownPage, fields } = question;
  const { paths, routes } = createRouteTable(site);
  const referrer = URL.parse(request.headers.referer ?? '');
  if (referrer !== null && referrer.origin === (request.headers.origin ?? publicOrigin)) {
    // The form's token, which was removed from the address, takes precedence over that of the session.
    for (const name of site.journeys.flatMap(({ secretParameters = [] }) => secretParameters)) {
      const value = fields.get(name);
      if (value && !referrer.searchParams.has(name)) referrer.searchParams.set(name, value);
    }
    yield { url: referrer.pathname + referrer.search, isAsked: true };
  }
  const query = new URLSearchParams(Object.assign({}, ...journeys.map((own) => own.buildQuery?.(fields)))).toString();
  const named = namedDocuments(question).flatMap((id) => [id, ...(site.documents.get(id)?.bases ?? [])]);
  // A variation without an own address was shown at that of the tested document.
  const address = named.find((id) => paths.has(id));
  const at = (path: string): Candidate => ({ url: buildHref(site, { path, locale, query }), isAsked: false });
  if (named.length > 0) yield at(paths.get(address ?? '') ?? '/');
  if (routes.has(ownPage)) yield at(ownPage);
}

/** Documents that the form says it is part of: one, or several variations. */
function namedDocuments({ fields, site }: FormPageQuestion): readonly DocumentId[] {
  const named = (fields.get('document') ?? '').split(' ', MAX_VARIATIONS);
  return named.every((id) => site.documents.has(id)) ? named : [];
}

const MAX_VARIATIONS = 20;
