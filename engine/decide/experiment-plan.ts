import { composeArms } from '#engine/documents/compose.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { FlagExperiment, Flags } from '#engine/experiments/flags.ts';
import { type DocumentPlan, documentPlan, planOf, type SitePlan } from './plan.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment on one document, with the document behind each of its variations. */
export interface PlannedExperiment {
  readonly key: string;
  readonly feature: string;
  /** Keys of the variations. */
  readonly variations: readonly string[];
  /** The variant of each variation; the tested document itself for the base. */
  readonly variants: readonly DocumentId[];
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
  /** Plans of combinations, by variants. */
  readonly combinations: Map<string, Combination>;
  /** Arms that are shown only for a time. */
  readonly hasWindows: boolean;
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
  const features = featuresOf(id, site, flags);
  const planned = (experiment: FlagExperiment): readonly [string, PlannedExperiment] => [
    experiment.key,
    planExperiment(experiment, id, plan, unready),
  ];
  const experiments = new Map(features.flatMap((feature) => flags.experimentsOf(feature)).map(planned));
  const paused = site.experiments
    .filter(({ document, key }) => document === id && !experiments.has(key))
    .map(({ key, feature, arms }): FlagExperiment => ({
      key,
      feature,
      values: arms.map(({ variant }) => variant),
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
    combinations: new Map(),
    hasWindows: variants.some((variant) => variant !== id && site.documents.get(variant)?.window !== undefined),
  };
}

/** Features about a document: `page.<id>`, `page.<id>|<any name>`, with `:` for `/` where GrowthBook takes no slash, and those that its experiments name. */
function featuresOf(id: DocumentId, { experiments }: Site, flags: Flags): readonly string[] {
  const own = new Set(experiments.filter(({ document }) => document === id).map(({ feature }) => feature));
  const names = [`page.${id}`, `page.${id.replaceAll('/', ':')}`];
  return flags.features
    .filter((key) => own.has(key) || names.some((name) => key === name || key.startsWith(`${name}|`)))
    .toSorted();
}

function planExperiment(
  { key, feature, values, variations }: FlagExperiment,
  id: DocumentId,
  plan: SitePlan,
  unready: ReadonlySet<string>,
): PlannedExperiment {
  const variants = values.map((value) => variantOf(value, id));
  const obstacles = variants.map((variant) => obstacleOf(variant, id, plan)).filter((obstacle) => obstacle !== null);
  const [obstacle = unready.has(key) ? `The experiment "${key}" is not ready.` : null] = obstacles;
  return { key, feature, variations, variants, obstacle };
}

/** Nothing, or the document's own id, is the base. */
export function variantOf(value: unknown, id: DocumentId): DocumentId {
  return typeof value === 'string' && value !== '' ? value : id;
}

function obstacleOf(variant: DocumentId, id: DocumentId, plan: SitePlan): string | null {
  if (variant === id) return null;
  const document = plan.site.documents.get(variant);
  if (document === undefined) return `The variant "${variant}" does not exist.`;
  if (document.kind !== 'landing') return `"${variant}" is no landing.`;
  if (document.bases.length > 0 && !document.bases.includes(id)) return `"${variant}" is not a variant of "${id}".`;
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
