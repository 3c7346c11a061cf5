import type { DocumentId, ResolvedExperiment, Site } from '#engine/documents/types.ts';
import type { FlagExperiment, Flags } from '#engine/experiments/flags.ts';
import { getDocumentPlan, type SitePlan } from '../plan.ts';
import { type DocumentVariation, readDocumentVariation } from './document-variation.ts';
import { listFeatures } from './features.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment on one document. */
export interface PreparedExperiment {
  readonly key: string;
  readonly feature: string;
  /** One for each variation, in GrowthBook's order. */
  readonly variations: readonly PreparedVariation[];
  /** See `FlagExperiment.bucket`; empty for a paused one. */
  readonly bucket: string;
  /** Its window; always by default. */
  readonly window?: ResolvedExperiment['window'];
  /** Prerequisites, recursively: while they do not run, this one does not. */
  readonly prerequisites: readonly Pick<PreparedExperiment, 'key' | 'window'>[];
  /** Why no variation is assigned; `null` if all variations are ready. */
  readonly obstacle: string | null;
}

export interface PreparedVariation extends DocumentVariation {
  /** Key of the variation. */
  readonly variation: string;
}

export function prepareTestedExperiment(
  { key, feature, values, variations, bucket }: FlagExperiment,
  id: DocumentId,
  plan: SitePlan,
  { flags, unready }: ExperimentFacts,
): PreparedExperiment {
  const allVariations = values.map((value, index) => ({
    variation: variations[index] ?? String(index),
    ...readDocumentVariation(value, id, plan),
  }));
  const obstacles = allVariations
    .map((variation) => findObstacle(variation, id, plan, flags))
    .filter((found) => found !== null);
  const [obstacle = unready.has(key) ? `The experiment "${key}" is not ready.` : null] = obstacles;
  const prerequisites = flags
    .listPrerequisites(feature)
    .map((parent) => ({ key: parent.key, window: findWindow(parent.key, plan.site) }));
  return {
    key,
    feature,
    variations: allVariations,
    bucket,
    window: findWindow(key, plan.site),
    prerequisites,
    obstacle,
  };
}

function findWindow(key: string, { experiments }: Site): ResolvedExperiment['window'] {
  return experiments.find((experiment) => experiment.key === key)?.window;
}

/** Its own and those of its prerequisites. */
export function listWindows({ window, prerequisites }: PreparedExperiment): readonly ResolvedExperiment['window'][] {
  return [window, ...prerequisites.map((parent) => parent.window)];
}

/** A paused experiment as a feature, for which GrowthBook's payload has no rule. */
export function preparePausedExperiment({
  key,
  feature,
  variations: allVariations,
}: ResolvedExperiment): FlagExperiment {
  return {
    key,
    feature,
    values: allVariations.map(({ variant, redirects }) => (redirects ? { redirect: variant } : variant)),
    variations: allVariations.map((variation) => variation.key),
    bucket: '',
  };
}

/** Variants at the URL of the document; a redirected visitor sees no other experiment. */
export function listVariantsInPlace(
  { variations: allVariations }: PreparedExperiment,
  id: DocumentId,
): readonly DocumentId[] {
  return allVariations.filter(({ variant, redirects }) => variant !== id && !redirects).map(({ variant }) => variant);
}

function findObstacle(
  { variant, redirects }: DocumentVariation,
  id: DocumentId,
  plan: SitePlan,
  flags: Flags,
): string | null {
  if (variant === id) return null;
  const document = plan.site.documents.get(variant);
  if (document === undefined) return `The variant "${variant}" does not exist.`;
  if (document.kind !== 'landing') return `"${variant}" is not a landing.`;
  if (redirects) {
    if (!plan.table.paths.has(variant)) return `"${variant}" has no address of its own.`;
    const isTested = listFeatures(variant, plan, flags).some((feature) => flags.listExperiments(feature).length > 0);
    if (isTested) return `"${variant}" is tested by an experiment of its own.`;
  } else if (document.bases.length > 0 && !document.bases.includes(id))
    return `"${variant}" is not a variant of "${id}".`;
  const { needs } = getDocumentPlan(id, plan);
  const missing = getDocumentPlan(variant, plan).needs.filter((need) => !needs.includes(need));
  return missing.length === 0 ? null : `"${variant}" needs to know about the ${missing.join(', ')}, "${id}" does not.`;
}
