import type { DocumentId } from '#engine/documents/types.ts';
import { type DocumentPlan, documentPlan, type SitePlan } from '../plan.ts';
import { type Conflicts, conflictsOf } from './conflicts.ts';
import { featuresOf } from './features.ts';
import { pausedExperiment, testedExperiment, type TestedExperiment } from './tested-experiment.ts';
import type { ExperimentFacts } from './types.ts';

/** Everything that experiments may do to one document. */
export interface TestedDocument {
  readonly document: DocumentPlan;
  readonly facts: ExperimentFacts;
  readonly features: readonly string[];
  /** Live ones by key. */
  readonly experiments: ReadonlyMap<string, TestedExperiment>;
  /** Paused ones too: what `?<key>=<index>` may ask for. */
  readonly forceable: ReadonlyMap<string, TestedExperiment>;
  readonly conflicts: Conflicts;
  /** Keys of experiments that visitors may take part in, by language and whether they may be redirected. */
  readonly running: Map<string, ReadonlySet<string>>;
  /** Plans of combinations, by variants. */
  readonly combinations: Map<string, Combination>;
  /** Arms that are shown only for a time. */
  readonly hasWindows: boolean;
  /** Some features are meant for some URLs only. */
  readonly targetsUrls: boolean;
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

function makeTested(id: DocumentId, facts: ExperimentFacts, plan: SitePlan): TestedDocument | null {
  const { site } = plan;
  const { flags } = facts;
  const features = featuresOf(id, plan, flags);
  const live = features
    .flatMap((feature) => flags.experimentsOf(feature))
    .map((experiment) => testedExperiment(experiment, id, plan, facts));
  const experiments = new Map(live.map((experiment) => [experiment.key, experiment]));
  const paused = site.experiments
    .filter(({ document, key }) => document === id && !experiments.has(key))
    .map((experiment) => testedExperiment(pausedExperiment(experiment), id, plan, facts));
  const forceable = new Map([...experiments, ...paused.map((experiment) => [experiment.key, experiment] as const)]);
  if (features.length === 0 && forceable.size === 0) return null;
  const variants = [...experiments.values()].flatMap(({ arms }) => arms.map(({ variant }) => variant));
  return {
    document: documentPlan(id, plan),
    facts,
    features,
    experiments,
    forceable,
    conflicts: conflictsOf([...experiments.values()], id, site),
    running: new Map(),
    combinations: new Map(),
    hasWindows: variants.some((variant) => variant !== id && site.documents.get(variant)?.window !== undefined),
    targetsUrls: features.some((feature) => flags.redirectOf(feature) !== undefined),
  };
}
