import type { DocumentId, ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { type GuardDefinition, guardNamed } from '#engine/guards/index.ts';
import { type RouteTable, routeTable } from '#engine/routing/route-table.ts';
import type { Guard, TimeWindow } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo, type FacetName, facetNames } from '#schemas/generated/vocabulary.ts';
import type { Need } from './types.ts';

/** How one facet of a document is read from a request. */
export type FacetReader =
  | { readonly facet: string; readonly from: FacetName }
  | { readonly facet: string; readonly from: 'window'; readonly window: TimeWindow };

export interface PlannedGuard {
  readonly definition: GuardDefinition;
  readonly options: Guard;
}

/** What deciding about a document takes, worked out once per revision. */
export interface DocumentPlan {
  readonly document: ResolvedDocument;
  readonly guards: readonly PlannedGuard[];
  /** What must be known for it and for the documents it may fall back to. */
  readonly needs: readonly Need[];
  readonly needsWithCode: readonly Need[];
  readonly facets: readonly FacetReader[];
  /** Forms that its blocks announce. */
  readonly forms: ReadonlySet<FormName>;
  /** Whether the page depends on a look-up, so that no shared cache may keep it. */
  readonly guarded: boolean;
  readonly varyPrefixed: readonly string[];
  readonly varyUnprefixed: readonly string[];
}

/** Everything that depends on the site alone. */
export interface SitePlan {
  readonly site: Site;
  readonly table: RouteTable;
  readonly documents: Map<DocumentId, DocumentPlan>;
  /** What must be known of a visitor whose path is a code. */
  readonly codeNeeds: readonly Need[];
}

const plans = new WeakMap<Site, SitePlan>();

export function sitePlan(site: Site): SitePlan {
  const known = plans.get(site);
  if (known !== undefined) return known;
  const plan: SitePlan = { site, table: routeTable(site), documents: new Map(), codeNeeds: needsOfCodes(site) };
  plans.set(site, plan);
  return plan;
}

/** The plan of a document. Throws for an unknown document, guard or facet; `npm run check` finds these before. */
export function documentPlan(id: DocumentId, { site, documents }: SitePlan): DocumentPlan {
  const known = documents.get(id);
  if (known !== undefined) return known;
  const plan = makePlan(id, site);
  documents.set(id, plan);
  return plan;
}

function makePlan(id: DocumentId, site: Site): DocumentPlan {
  const document = site.documents.get(id);
  if (document === undefined) throw new Error(`The document "${id}" does not exist in revision ${site.revision}.`);
  return planOf(document, site);
}

/** The plan of a document that need not be one of the site's, such as a combination of arms. */
export function planOf(document: ResolvedDocument, site: Site): DocumentPlan {
  const guards = document.guards.map((options) => ({ definition: guardNamed(options.name), options }));
  const facets = document.facets.map((facet) => facetReader(facet, document));
  const reads = guards.flatMap(({ definition, options }) =>
    // A page with a code is never shared, so caches need not tell its referrers apart.
    options.onlyWithCode === true ? [] : definition.reads,
  );
  if (facets.some(({ from }) => from === 'consent')) reads.push('Cookie');
  const isGuarded = guardNeeds(document).length > 0;
  if (needsOf(document).includes('session')) reads.push('Cookie');
  const bases = document.bases.flatMap((base) => site.documents.get(base) ?? []);
  const arms = armsOf(document.id, site).flatMap((arm) => site.documents.get(arm) ?? []);
  const needs = unique([document, ...bases, ...arms].flatMap(needsOf));
  return {
    document,
    guards,
    needs,
    needsWithCode: ['code', ...needs],
    facets,
    forms: new Set(formsOf(document.blocks)),
    guarded: isGuarded,
    varyPrefixed: unique(reads),
    varyUnprefixed: unique(['Accept-Language', 'Cookie', ...reads]),
  };
}

/** What must be known before an arm is chosen is what any of them needs. */
function armsOf(id: DocumentId, { experiments }: Site): DocumentId[] {
  return experiments
    .filter(({ document }) => document === id)
    .flatMap(({ arms }) => arms.map(({ variant }) => variant));
}

/** Screens that belong to the visitor's own registration. */
const REGISTRATION = '/registration/';

function needsOf(document: ResolvedDocument): Need[] {
  const needs = guardNeeds(document);
  // Whoever comes back to the first step finds it as it was left (S3); for everybody else the page stays the same.
  return formsOf(document.blocks).includes('registration-step-1') ? [...needs, 'session'] : needs;
}

/** What decides which page it is, and whether it is shown at all. */
function guardNeeds({ guards, facets, route }: ResolvedDocument): Need[] {
  const needs: Need[] = guards.flatMap(({ name }) => guardNamed(name).needs);
  if (facets.includes('registration') || route?.startsWith(REGISTRATION) === true) needs.push('session');
  return needs;
}

/** A code in the path may lead to any landing. */
function needsOfCodes(site: Site): readonly Need[] {
  const asksForSession = [...site.documents.values()].some(
    ({ kind, facets, blocks }) =>
      kind === 'landing' && (facets.includes('registration') || formsOf(blocks).includes('registration-step-1')),
  );
  return asksForSession ? ['code', 'session'] : ['code'];
}

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;

/** A block with several forms shows the one of its step or its purpose. */
const formOfStep: ReadonlyMap<unknown, FormName> = new Map([
  ['whole', 'registration'],
  ['step-1', 'registration-step-1'],
  ['step-2', 'registration-step-2'],
  ['membership', 'membership-interest'],
  ['lobby', 'lobby'],
]);

function formsOf(blocks: readonly ResolvedBlock[]): FormName[] {
  return blocks.flatMap((block) => [...formsOfBlock(block), ...formsOf(block.blocks)]);
}

/** Forms that a block shows itself. */
export function formsOfBlock({ type, props }: ResolvedBlock): readonly FormName[] {
  const stepForm = formOfStep.get(props['step'] ?? props['purpose']);
  return stepForm === undefined ? (infoByType[type]?.forms ?? []) : [stepForm];
}

function facetReader(facet: string, document: ResolvedDocument): FacetReader {
  const from = facetNames.find((name) => name === facet);
  if (from !== undefined) return { facet, from };
  const id = facet.startsWith('window:') ? facet.slice('window:'.length) : null;
  const window = id === null ? undefined : findBlock(document.blocks, id)?.window;
  if (window !== undefined) return { facet, from: 'window', window };
  throw new Error(`The facet "${facet}" of ${document.file} cannot be read: it is no condition and no block's window.`);
}

function findBlock(blocks: readonly ResolvedBlock[], id: string): ResolvedBlock | undefined {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock(block.blocks, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
