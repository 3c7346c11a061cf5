import type { IncomingMessage } from 'node:http';
import { decideMatched, shownDocument } from '#engine/decide/decide.ts';
import { type BlockForm, isBlockForm, splitBlockForm, type ShownForm } from '#engine/shared/shown-form.ts';
import { listQuestions, listShownForms, listShownBlockForms } from '#engine/decide/forms.ts';
import { matchUrl } from '#engine/decide/match.ts';
import type { Facts, PageDecision } from '#engine/decide/types.ts';
import type { DocumentId, Facets, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormPages } from '#server/forms/server-journey.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { LoadFacts, FactsVisitor } from '#server/site/pages/load-facts.ts';
import { copyFacts, type ReadFacts } from '#server/site/pages/read-facts.ts';

/** The page that a form is on, decided for its visitor as if it were asked for again. */
export interface FormPage {
  readonly decision: PageDecision;
  /** The form as the page shows it. */
  readonly form: ShownForm;
  /** What its block asks beside. */
  readonly questions: BlockForm | undefined;
  readonly place: FormPlace & { readonly document: ResolvedDocument };
}

export interface FormPageQuestion {
  readonly request: IncomingMessage;
  readonly site: Site;
  readonly form: ShownForm;
  readonly locale: Locale;
  readonly fields: URLSearchParams;
  /** Route of the form's own page. */
  readonly ownPage: string;
  readonly visitor: FactsVisitor;
  readonly now: number;
}

export interface FormPageTools {
  readonly publicOrigin: string;
  readonly readFacts: ReadFacts;
  readonly loadFacts: LoadFacts;
  /** What journeys know of the pages of their forms. */
  readonly journeys: readonly FormPages[];
}

/**
 * The page to show a form on again: the one its visitor came from, else the document that the form names, else the form's
 * own. A document counts only when its guards let this visitor pass and one of its blocks has the form, so that a forged name
 * shows nothing that its address would not. `null` when no page has the form.
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
  /** Whether its visitor asked for this address; otherwise it is made of what the form says, such as a code that was typed. */
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
  // Not a GET: nothing is redirected for slashes or languages.
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
  const document = shownDocument(decision, site);
  const form = formOn(document, sent, site);
  if (form === undefined) return null;
  const place = {
    site,
    locale,
    document,
    asked: decision.document,
    path: decision.path,
    ...(isAsked ? { claims: match, query: match.query } : { claims: {}, query: '' }),
  };
  const facets = { ...decision.facets, ...findConditions(document, form, decision.facets, site) };
  const own = tools.journeys.map((journey) => journey.values?.(place));
  const values: PageDecision['values'] = Object.assign({}, ...own, decision.values);
  const questions = listQuestions(document, site).get(form);
  return { decision: { ...decision, locale, facets, values }, form, questions, place };
}

/** The decision with the windows of the blocks around the form open: an entry may be confirmed longer than sent. */
export function withOpenWindows({ decision, form, place: { document } }: FormPage, site: Site): PageDecision {
  const around = findAround(document.blocks, (block) =>
    listShownBlockForms(block, { site, flow: document.flow }).includes(form),
  );
  const opened = around.map(({ id }) => [`window:${id}`, 'open'] as const);
  const known = opened.filter(([facet]) => facet in decision.facets);
  return { ...decision, facets: { ...decision.facets, ...Object.fromEntries(known) } };
}

/** The block that is looked for, and those that it stands in; none when it is not there. */
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

/** A form document may stand in a block of another name since its visitor loaded the page. */
function formOn(document: ResolvedDocument, sent: ShownForm, site: Site): ShownForm | undefined {
  const shown = listShownForms(document, site);
  if (shown.includes(sent)) return sent;
  if (!isBlockForm(sent)) return undefined;
  const { document: id } = splitBlockForm(sent);
  return shown.find((form) => isBlockForm(form) && splitBlockForm(form).document === id);
}

/**
 * The visitor saw the form, so the conditions of its block held then; the address alone may not say so, as on the deny page. No
 * change when one of its blocks is shown anyway.
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
  const { paths, routes } = routeTable(site);
  const referrer = URL.parse(request.headers.referer ?? '');
  if (referrer !== null && referrer.origin === (request.headers.origin ?? publicOrigin)) {
    // The form's own token, which may have left the address bar, goes before one that the session knows.
    for (const name of site.journeys.flatMap(({ secretParameters = [] }) => secretParameters)) {
      const value = fields.get(name);
      if (value && !referrer.searchParams.has(name)) referrer.searchParams.set(name, value);
    }
    yield { url: referrer.pathname + referrer.search, isAsked: true };
  }
  const query = new URLSearchParams(Object.assign({}, ...journeys.map((own) => own.buildQuery?.(fields)))).toString();
  const named = namedDocuments(question).flatMap((id) => [id, ...(site.documents.get(id)?.bases ?? [])]);
  // A variation without an address of its own stood at the one of the document that it is a variation of.
  const address = named.find((id) => paths.has(id));
  const at = (path: string): Candidate => ({ url: hrefFor(site, { path, locale, query }), isAsked: false });
  if (named.length > 0) yield at(paths.get(address ?? '') ?? '/');
  if (routes.has(ownPage)) yield at(ownPage);
}

/** The documents that the form says it stands in: one, or several variations of experiments. */
function namedDocuments({ fields, site }: FormPageQuestion): readonly DocumentId[] {
  const named = (fields.get('document') ?? '').split(' ', MAX_VARIATIONS);
  return named.every((id) => site.documents.has(id)) ? named : [];
}

const MAX_VARIATIONS = 20;
