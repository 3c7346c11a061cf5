import type { ExperimentDocument, ExperimentPage } from '#schemas/generated/documents.ts';
import type { PhaseRecord } from './experiment-phases.ts';
import { deepFreeze } from './json.ts';
import type { DocumentId, ResolvedVariation, ResolvedExperiment, TestedPage } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Default size budget of a variation: that of a landing. */
export const BYTES_PER_VARIATION = 25_000;
/** Default minimum detectable effect. */
const MINIMUM_DETECTABLE_EFFECT = 0.05;

/**
 * All experiments, sorted by key, with defaults; only for valid documents.
 *
 * @param goalMetric default goal metric; absent for a site without conversions
 */
export function buildExperiments(
  written: Iterable<WrittenDocument>,
  record: PhaseRecord = new Map(),
  goalMetric = '',
): readonly ResolvedExperiment[] {
  const documents = selectExperiments(written);
  return deepFreeze(documents.map((document) => buildExperiment(document, record, goalMetric)));
}

/** Key of an experiment: its id without the folder. */
export function getExperimentKey(id: DocumentId): string {
  return id.slice('experiments/'.length);
}

/** Experiments as they are written, sorted by key. */
export function selectExperiments(written: Iterable<WrittenDocument>): readonly WrittenDocument[] {
  return [...written]
    .filter(({ kind, readable }) => kind === 'experiment' && readable)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function buildExperiment(
  { id, file, value }: WrittenDocument,
  record: PhaseRecord,
  goalMetric: string,
): ResolvedExperiment {
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
    bytes = BYTES_PER_VARIATION,
  } = written;
  const key = getExperimentKey(id);
  const weights = written.variations.reduce((sum, { weight }) => sum + weight, 0);
  const variations = written.variations.map((variation): ResolvedVariation => ({
    key: variation.key,
    variant: variation.redirect ?? variation.variant ?? document,
    redirects: variation.redirect === undefined ? undefined : true,
    weight: variation.weight / weights,
  }));
  return {
    key,
    file,
    status,
    hypothesis,
    document,
    feature: written.feature ?? chooseFeature(key, document, phase, record),
    variations,
    pages: (written.pages ?? []).map((page) => testedPage(page, key, variations)),
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
    goalMetric: written.goalMetric ?? goalMetric,
    guardrails: written.guardrails ?? [],
    minimumDetectableEffect: written.minimumDetectableEffect ?? MINIMUM_DETECTABLE_EFFECT,
    targetSampleSize: written.targetSampleSize,
    exposeOn: written.exposeOn,
    bytes,
  };
}

/**
 * The experiment's own feature, so that a new experiment does not affect running ones (X11). An experiment whose earlier phases used the
 * feature of the document's name keeps it, also in further phases, unless others had it, too.
 */
function chooseFeature(key: string, document: DocumentId, phase: number, record: PhaseRecord): string {
  const first = `page.${document}`;
  const holders = [...record].filter(([, phases]) => phases.some(({ feature }) => feature === first));
  const own = holders.find(([holder]) => holder === key)?.[1] ?? [];
  const isLive = own.some((each) => each.phase === phase && each.feature === first);
  return isLive || (own.length > 0 && holders.length === 1) ? first : `${first}|${key}`;
}

/** Its feature is never the one of the document's name, which an earlier experiment may have. */
function testedPage(
  { document, variations: own = [] }: ExperimentPage,
  key: string,
  variations: readonly ResolvedVariation[],
): TestedPage {
  const shown = new Map(own.map((variation) => [variation.key, variation.variant]));
  return {
    document,
    feature: `page.${document}|${key}`,
    variations: variations.map((variation) => ({
      ...variation,
      variant: shown.get(variation.key) ?? document,
      redirects: undefined,
    })),
  };
}
