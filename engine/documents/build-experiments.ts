import type { ExperimentDocument } from '#schemas/generated/documents.ts';
import { deepFreeze } from './json.ts';
import type { DocumentId, ResolvedExperiment } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Budget of an arm that names none: what a landing may weigh. */
const ARM_BYTES = 25_000;
/** What decides an experiment that names no metric, and the smallest effect on it that is worth having. */
const METRIC = 'registration_finished';
const SMALLEST_EFFECT = 0.05;

/** All experiments, sorted by key, defaults filled in; only for valid documents. */
export function buildExperiments(written: Iterable<WrittenDocument>): readonly ResolvedExperiment[] {
  const tested = new Set<DocumentId>();
  const experiments: ResolvedExperiment[] = [];
  for (const document of experimentsOf(written)) {
    experiments.push(buildExperiment(document, tested));
  }
  return deepFreeze(experiments);
}

/** Key of an experiment: the rest of its id. */
export function experimentKey(id: DocumentId): string {
  return id.slice('experiments/'.length);
}

/** Experiments as they are written, sorted by key. */
export function experimentsOf(written: Iterable<WrittenDocument>): readonly WrittenDocument[] {
  return [...written]
    .filter(({ kind, readable }) => kind === 'experiment' && readable)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function buildExperiment({ id, file, value }: WrittenDocument, tested: Set<DocumentId>): ResolvedExperiment {
  // The validator of experiments has seen this value.
  const written = value as unknown as ExperimentDocument;
  const { status, hypothesis, document, targeting = {}, namespace, coverage = 1, bytes = ARM_BYTES } = written;
  const key = experimentKey(id);
  const own = tested.has(document) ? `page.${document}|${key}` : `page.${document}`;
  tested.add(document);
  const weights = written.arms.reduce((sum, { weight }) => sum + weight, 0);
  return {
    key,
    file,
    status,
    hypothesis,
    document,
    feature: written.feature ?? own,
    arms: written.arms.map((arm) => ({
      key: arm.key,
      variant: arm.redirect ?? arm.variant ?? document,
      redirects: arm.redirect === undefined ? undefined : true,
      weight: arm.weight / weights,
    })),
    coverage,
    targeting,
    namespace,
    seed: written.seed ?? key,
    metric: written.metric ?? METRIC,
    smallestEffect: written.smallestEffect ?? SMALLEST_EFFECT,
    visitors: written.visitors,
    bytes,
  };
}
