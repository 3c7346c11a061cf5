import { composeArms } from '#engine/documents/compose.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { FlagExperiment, Flags } from '#engine/experiments/flags.ts';
import { isAskedPath } from '#engine/experiments/url-redirects.ts';
import { canonicalUrl } from '#engine/routing/links.ts';
import { type DocumentPlan, documentPlan, planOf, type SitePlan } from '../plan.ts';
import { type Showing, showingOf } from './arm.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment on one document, with the document behind each of its variations. */
export interface PlannedExperiment {
  readonly key: string;
  readonly feature: string;
  /** Keys of the variations. */
  readonly variations: readonly string[];
  /** The variant of each variation; the tested document itself for the base. */
  readonly variants: readonly DocumentId[];
  /** Whether each variation leads visitors to the variant's own address. */
  readonly redirects: readonly boolean[];
  /** Why nobody is enrolled, in words; `null` when all arms can be sent. */
  readonly obstacle: string | null;
}

/** Everything that experiments may do to one document. */
export interface TestedDocument {
  readonly document: DocumentPlan;
  readonly features: readonly string[];
  /** Live ones by key. */
  readonly experiments: ReadonlyMap<string, PlannedExperiment>;
  /** Paused ones too: what `?<key>=<index>` may ask for. */
  readonly forcible: ReadonlyMap<string, PlannedExperiment>;
  /** Keys of earlier experiments that have arms which do not go with all arms of an experiment, by its key. */
  readonly apart: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys of experiments that visitors may take part in, by language and whether they can be led elsewhere. */
  readonly running: Map<string, ReadonlySet<string>>;
  /** Plans of combinations, by variants. */
  readonly combinations: Map<string, Combination>;
  /** Arms that are shown only for a time. */
  readonly hasWindows: boolean;
  /** Some features depend on the whole URL. */
  readonly asksUrl: boolean;
}

/** Variants that are shown together, and the page they make. */
export interface Combination {
  readonly variants: readonly DocumentId[];
  readonly plan: DocumentPlan;
}

const tests = new WeakMap<ExperimentFacts, WeakMap<SitePlan, Map<DocumentId, TestedDocument | null>>>();

/** What experiments may do to a document, worked out once per payload and revision; `null` when none is about it. */
export function testedDocument(id: DocumentId, facts: ExperimentFacts, plan: SitePlan): TestedDocument | null {
  let ofSite = tests.get(facts);
  if (ofSite === undefined) tests.set(facts, (ofSite = new WeakMap()));
  let known = ofSite.get(plan);
  if (known === undefined) ofSite.set(plan, (known = new Map()));
  let tested = known.get(id);
  if (tested === undefined) {
    tested = makeTested(id, facts, plan);
    known.set(id, tested);
  }
  return tested;
}

function makeTested(id: DocumentId, { flags, unready }: ExperimentFacts, plan: SitePlan): TestedDocument | null {
  const { site } = plan;
  const features = featuresOf(id, plan, flags);
  const planned = (experiment: FlagExperiment): readonly [string, PlannedExperiment] => [
    experiment.key,
    planExperiment(experiment, id, plan, { flags, unready }),
  ];
  const experiments = new Map(features.flatMap((feature) => flags.experimentsOf(feature)).map(planned));
  const paused = site.experiments
    .filter(({ document, key }) => document === id && !experiments.has(key))
    .map(({ key, feature, arms }): FlagExperiment => ({
      key,
      feature,
      values: arms.map(({ variant, redirects }) => (redirects ? { redirect: variant } : variant)),
      variations: arms.map((arm) => arm.key),
    }));
  const forcible = new Map([...experiments, ...paused.map(planned)]);
  if (features.length === 0 && forcible.size === 0) return null;
  const variants = [...experiments.values()].flatMap((experiment) => experiment.variants);
  return {
    document: documentPlan(id, plan),
    features,
    experiments,
    forcible,
    apart: apartOf([...experiments.values()], id, site),
    running: new Map(),
    combinations: new Map(),
    hasWindows: variants.some((variant) => variant !== id && site.documents.get(variant)?.window !== undefined),
    asksUrl: features.some((feature) => flags.redirectOf(feature) !== undefined),
  };
}

/** Documents of this site are checked for it, but a flag service may run any two of them. */
function apartOf(
  experiments: readonly PlannedExperiment[],
  id: DocumentId,
  site: Site,
): ReadonlyMap<string, ReadonlySet<string>> {
  const apart = new Map<string, Set<string>>();
  const running = experiments.filter(({ obstacle }) => obstacle === null).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const [index, later] of running.entries()) {
    const others = running.slice(0, index).filter((earlier) => !goTogether(earlier, later, id, site));
    if (others.length > 0) apart.set(later.key, new Set(others.map(({ key }) => key)));
  }
  return apart;
}

function goTogether(one: PlannedExperiment, other: PlannedExperiment, id: DocumentId, site: Site): boolean {
  return changesIn(one, id).every((variant) =>
    changesIn(other, id).every((second) => composeArms(site, id, [variant, second]) !== null),
  );
}

/** Variants that are shown in place; whoever is led away sees no other experiment. */
function changesIn({ variants, redirects }: PlannedExperiment, id: DocumentId): readonly DocumentId[] {
  return variants.filter((variant, index) => variant !== id && redirects[index] !== true);
}

/**
 * Features about a document: `page.<id>`, `page.<id>|<any name>`, with `:` for `/` where GrowthBook takes no slash, those that its
 * experiments name, and URL redirects of one of its addresses.
 */
function featuresOf(id: DocumentId, plan: SitePlan, flags: Flags): readonly string[] {
  const own = new Set(plan.site.experiments.filter(({ document }) => document === id).map(({ feature }) => feature));
  const names = [`page.${id}`, `page.${id.replaceAll('/', ':')}`];
  return flags.features
    .filter(
      (key) =>
        own.has(key) ||
        names.some((name) => key === name || key.startsWith(`${name}|`)) ||
        isRedirected(id, key, plan, flags),
    )
    .toSorted();
}

function isRedirected(id: DocumentId, feature: string, { site, table }: SitePlan, flags: Flags): boolean {
  const redirect = flags.redirectOf(feature);
  const path = table.paths.get(id);
  if (redirect === undefined || path === undefined) return false;
  return table.available.some((locale) => isAskedPath(redirect, canonicalUrl(site, path, locale)));
}

function planExperiment(
  { key, feature, values, variations }: FlagExperiment,
  id: DocumentId,
  plan: SitePlan,
  facts: ExperimentFacts,
): PlannedExperiment {
  const shown = values.map((value) => showingOf(value, id, plan));
  const obstacles = shown
    .map((showing) => obstacleOf(showing, id, plan, facts.flags))
    .filter((found) => found !== null);
  const [obstacle = facts.unready.has(key) ? `The experiment "${key}" is not ready.` : null] = obstacles;
  return {
    key,
    feature,
    variations,
    variants: shown.map(({ variant }) => variant),
    redirects: shown.map(({ redirects }) => redirects),
    obstacle,
  };
}

function obstacleOf({ variant, redirects }: Showing, id: DocumentId, plan: SitePlan, flags: Flags): string | null {
  if (variant === id) return null;
  const document = plan.site.documents.get(variant);
  if (document === undefined) return `The variant "${variant}" does not exist.`;
  if (document.kind !== 'landing') return `"${variant}" is no landing.`;
  if (redirects) {
    if (!plan.table.paths.has(variant)) return `"${variant}" has no address of its own.`;
    const tested = featuresOf(variant, plan, flags).some((feature) => flags.experimentsOf(feature).length > 0);
    if (tested) return `"${variant}" is tested by an experiment of its own.`;
  } else if (document.bases.length > 0 && !document.bases.includes(id))
    return `"${variant}" is not a variant of "${id}".`;
  const { needs } = documentPlan(id, plan);
  const missing = documentPlan(variant, plan).needs.filter((need) => !needs.includes(need));
  return missing.length === 0 ? null : `"${variant}" needs to know about the ${missing.join(', ')}, "${id}" does not.`;
}

/** The page of several variants; the first one alone where they do not go together. */
export function combine(variants: readonly DocumentId[], tested: TestedDocument, plan: SitePlan): Combination {
  const key = variants.join(' ');
  let combination = tested.combinations.get(key);
  if (combination === undefined) {
    combination = makeCombination(variants, tested, plan);
    tested.combinations.set(key, combination);
  }
  return combination;
}

function makeCombination(variants: readonly DocumentId[], tested: TestedDocument, plan: SitePlan): Combination {
  const [first] = variants;
  if (first === undefined) return { variants, plan: tested.document };
  const composed = composeArms(plan.site, tested.document.document.id, variants);
  if (composed !== null) return { variants, plan: planOf(composed, plan.site) };
  return { variants: [first], plan: documentPlan(first, plan) };
}
