import type { ExperimentDocument, ExperimentPage } from '#schemas/generated/documents.ts';
import type { PhaseRecord } from './experiment-phases.ts';
import { deepFreeze } from './json.ts';
import type { DocumentId, ExperimentArm, ResolvedExperiment, TestedPage } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Default size budget of a variation: that of a landing. */
export const ARM_BYTES = 25_000;
/** Default goal metric of an experiment, and its minimum detectable effect. */
export const METRIC = 'registration_finished';
const SMALLEST_EFFECT = 0.05;

/** All experiments, sorted by key, with defaults; only for valid documents. */
export function buildExperiments(
  written: Iterable<WrittenDocument>,
  record: PhaseRecord = new Map(),
): readonly ResolvedExperiment[] {
  const documents = experimentsOf(written);
  return deepFreeze(documents.map((document) => buildExperiment(document, record)));
}

/** Key of an experiment: its id without the folder. */
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
  // Validated as an experiment.
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
    // By default each phase has a new split.
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
 * The experiment's own feature, so that a new experiment does not affect running ones (X11). An experiment whose earlier phases used the
 * feature of the document's name keeps it, also in further phases, unless others had it, too.
 */
function featureOf(key: string, document: DocumentId, phase: number, record: PhaseRecord): string {
  const first = `page.${document}`;
  const holders = [...record].filter(([, phases]) => phases.some(({ feature }) => feature === first));
  const own = holders.find(([holder]) => holder === key)?.[1] ?? [];
  const isLive = own.some((each) => each.phase === phase && each.feature === first);
  return isLive || (own.length > 0 && holders.length === 1) ? first : `${first}|${key}`;
}

/** Its feature is never the one of the document's name, which an earlier experiment may have. */
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
