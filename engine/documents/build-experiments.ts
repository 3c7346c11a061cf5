import type { ExperimentDocument, ExperimentPage } from '#schemas/generated/documents.ts';
import type { PhaseRecord } from './experiment-phases.ts';
import { deepFreeze } from './json.ts';
import type { DocumentId, ExperimentArm, ResolvedExperiment, TestedPage } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Budget of an arm that names none: what a landing may weigh. */
export const ARM_BYTES = 25_000;
/** What decides an experiment that names no metric, and the smallest effect on it that is worth having. */
export const METRIC = 'registration_finished';
const SMALLEST_EFFECT = 0.05;

/** All experiments, sorted by key, defaults filled in; only for valid documents. */
export function buildExperiments(
  written: Iterable<WrittenDocument>,
  record: PhaseRecord = new Map(),
): readonly ResolvedExperiment[] {
  const documents = experimentsOf(written);
  return deepFreeze(documents.map((document) => buildExperiment(document, record)));
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

function buildExperiment({ id, file, value }: WrittenDocument, record: PhaseRecord): ResolvedExperiment {
  // The validator of experiments has seen this value.
  const written = value as unknown as ExperimentDocument;
  const {
    status,
    hypothesis,
    document,
    targeting = {},
    namespace,
    coverage = 1,
    phase = 1,
    bytes = ARM_BYTES,
  } = written;
  const key = experimentKey(id);
  const weights = written.arms.reduce((sum, { weight }) => sum + weight, 0);
  const arms = written.arms.map((arm): ExperimentArm => ({
    key: arm.key,
    variant: arm.redirect ?? arm.variant ?? document,
    redirects: arm.redirect === undefined ? undefined : true,
    weight: arm.weight / weights,
  }));
  return {
    key,
    file,
    status,
    hypothesis,
    document,
    feature: written.feature ?? featureOf(key, document, phase, record),
    arms,
    pages: (written.pages ?? []).map((page) => testedPage(page, key, arms)),
    prerequisites: written.prerequisites ?? [],
    coverage,
    ramp: written.ramp,
    targeting,
    namespace,
    phase,
    // Each phase splits anew, unless it says otherwise.
    seed: written.seed ?? (phase === 1 ? key : `${key}__${phase}`),
    window: written.window,
    earlier: (record.get(key) ?? []).filter((each) => each.phase < phase),
    metric: written.metric ?? METRIC,
    guardrails: written.guardrails ?? [],
    smallestEffect: written.smallestEffect ?? SMALLEST_EFFECT,
    visitors: written.visitors,
    exposeOn: written.exposeOn,
    bytes,
  };
}

/**
 * A feature of the experiment's own, whatever other experiments there are: a new one takes nothing away from one that runs (X11). Once the
 * first experiment of a document had the feature of the document's name: it keeps that, also in further phases, unless others had it, too.
 */
function featureOf(key: string, document: DocumentId, phase: number, record: PhaseRecord): string {
  const first = `page.${document}`;
  const holders = [...record].filter(([, phases]) => phases.some(({ feature }) => feature === first));
  const own = holders.find(([holder]) => holder === key)?.[1] ?? [];
  const isLive = own.some((each) => each.phase === phase && each.feature === first);
  return isLive || (own.length > 0 && holders.length === 1) ? first : `${first}|${key}`;
}

/** Its feature is never the one of the document's own name, which the first experiment of that document has. */
function testedPage(
  { document, arms: own = [] }: ExperimentPage,
  key: string,
  arms: readonly ExperimentArm[],
): TestedPage {
  const shown = new Map(own.map((arm) => [arm.key, arm.variant]));
  return {
    document,
    feature: `page.${document}|${key}`,
    arms: arms.map((arm) => ({ ...arm, variant: shown.get(arm.key) ?? document, redirects: undefined })),
  };
}
