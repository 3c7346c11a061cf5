import { listExperimentsOn } from '#engine/documents/list-experiments-on.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type DocumentPlan, getDocumentPlan, type SitePlan } from '../plan.ts';
import { type Conflicts, findConflicts } from './conflicts.ts';
import { listFeatures } from './features.ts';
import { createAssignmentCache, type FirstVisits, type AssignmentCache } from './assignment-cache.ts';
import {
  preparePausedExperiment,
  prepareTestedExperiment,
  type PreparedExperiment,
  listWindows,
} from './tested-experiment.ts';
import type { ExperimentFacts, FeatureUsage } from './types.ts';

/** Experiments of one document. */
export interface DocumentExperiments {
  readonly document: DocumentPlan;
  readonly facts: ExperimentFacts;
  readonly features: readonly PreparedFeature[];
  /** Live ones by key. */
  readonly experiments: ReadonlyMap<string, PreparedExperiment>;
  /** Keys of those and of their prerequisites, which a visit of this document may count. */
  readonly counted: ReadonlySet<string>;
  /** With paused ones, which `?<key>=<index>` may force. */
  readonly forceable: ReadonlyMap<string, PreparedExperiment>;
  readonly conflicts: Conflicts;
  /** Keys of running experiments, by language and whether redirects are allowed. */
  readonly running: Map<string, ReadonlySet<string>>;
  readonly firstVisits: FirstVisits;
  /** Shared with all other documents of the site. */
  readonly memory: AssignmentCache;
  /** Some experiments or variations have a window. */
  readonly hasWindows: boolean;
  /** Some features apply to some URLs only. */
  readonly targetsUrls: boolean;
}

/** A feature of a document; its usages are created once for all visitors. */
export interface PreparedFeature {
  readonly key: string;
  readonly on: FeatureUsage;
  readonly off: FeatureUsage;
}

/** Experiments of one payload on one revision of a site. */
interface TestedSite {
  readonly documents: Map<DocumentId, DocumentExperiments | null>;
  readonly memory: AssignmentCache;
}

const testedSites = new WeakMap<ExperimentFacts, WeakMap<SitePlan, TestedSite>>();

/** Experiments of a document, cached per payload and revision; `null` without any. */
export function prepareTestedDocument(
  id: DocumentId,
  facts: ExperimentFacts,
  plan: SitePlan,
): DocumentExperiments | null {
  const { documents, memory } = testedSite(facts, plan);
  let tested = documents.get(id);
  if (tested === undefined) {
    tested = makeTested(id, facts, plan, memory);
    documents.set(id, tested);
  }
  return tested;
}

function testedSite(facts: ExperimentFacts, plan: SitePlan): TestedSite {
  let bySite = testedSites.get(facts);
  if (bySite === undefined) testedSites.set(facts, (bySite = new WeakMap()));
  let tested = bySite.get(plan);
  if (tested === undefined)
    bySite.set(plan, (tested = { documents: new Map(), memory: createAssignmentCache(facts.rememberedBytes) }));
  return tested;
}

function makeTested(
  id: DocumentId,
  facts: ExperimentFacts,
  plan: SitePlan,
  memory: AssignmentCache,
): DocumentExperiments | null {
  const { site } = plan;
  const { flags } = facts;
  const features = listFeatures(id, plan, flags);
  const running = features
    .flatMap((feature) => flags.listExperiments(feature))
    .map((experiment) => prepareTestedExperiment(experiment, id, plan, facts));
  const byKey = (each: readonly PreparedExperiment[]) =>
    new Map(each.map((experiment) => [experiment.key, experiment]));
  const experiments = byKey(running.filter(({ key }) => facts.stopped?.has(key) !== true));
  const paused = listExperimentsOn(id, site)
    .filter(({ key }) => !running.some((experiment) => experiment.key === key))
    .map((experiment) => prepareTestedExperiment(preparePausedExperiment(experiment), id, plan, facts));
  const forceable = byKey([...running, ...paused]);
  if (features.length === 0 && forceable.size === 0) return null;
  const variants = [...experiments.values()].flatMap(({ variations }) => variations.map(({ variant }) => variant));
  return {
    document: getDocumentPlan(id, plan),
    facts,
    features: features.map(testedFeature),
    experiments,
    counted: new Set(
      [...experiments.values()].flatMap(({ key, prerequisites }) => [
        key,
        ...prerequisites.map((parent) => parent.key),
      ]),
    ),
    forceable,
    conflicts: findConflicts([...experiments.values()], id, site),
    running: new Map(),
    firstVisits: {
      computeAnswers: flags.createFirstAnswers(features.map(testedFeature)),
      second: 0,
      decisions: new Map(),
    },
    memory,
    hasWindows:
      [...experiments.values()].some((each) => listWindows(each).some((window) => window !== undefined)) ||
      variants.some((variant) => variant !== id && site.documents.get(variant)?.window !== undefined),
    targetsUrls: features.some((feature) => flags.getRedirect(feature) !== undefined),
  };
}

function testedFeature(key: string): PreparedFeature {
  return { key, on: { feature: key, on: true }, off: { feature: key, on: false } };
}
