import { currentVersion } from '#engine/documents/migrations/migrate.ts';
import type { DocumentId, ResolvedExperiment, Site } from '#engine/documents/types.ts';
import type { Device } from '#engine/experiments/user-agent.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { ExperimentTargeting } from '#schemas/generated/documents.ts';
import { defaultGoalMetric } from '#schemas/generated/events.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { ExperimentMetrics } from '../metric-fields.ts';
import { computeFindableEffect, computePlannedVisitors } from '#server/site/experiments/results/results.ts';

/** Device classes of targeting. */
export const allDevices = ['phone', 'tablet', 'desktop'] as const satisfies readonly Device[];

/** An experiment as planned, before its document is written. */
export interface ExperimentDraft extends ExperimentMetrics {
  readonly document: DocumentId;
  readonly key: string;
  readonly hypothesis: string;
  /** The control first; those without a weight are left out. */
  readonly variations: readonly DraftVariation[];
  readonly locales: readonly Locale[];
  /** ISO 3166-1 alpha-2 codes; empty for all countries. */
  readonly countries: readonly string[];
  readonly devices: readonly Device[];
  /** Values of `utm_source`; empty for all sources. */
  readonly utmSources: readonly string[];
  /** Local times of the site, such as `2026-11-27T00:00`; empty for immediately and unlimited. */
  readonly from: string;
  readonly to: string;
  /** Relative effect: 0.05 is five per cent more. */
  readonly effect: number;
  /** Expected conversion rate of the control. */
  readonly rate: number;
  /** Visitors per day; `null` when unknown. */
  readonly daily: number | null;
}

export interface DraftVariation {
  readonly key: string;
  readonly variant: DocumentId;
  readonly weight: number;
}

/** Variants of a page, by id. */
export function listVariants({ documents }: Pick<Site, 'documents'>, page: DocumentId): readonly DocumentId[] {
  return [...documents.values()]
    .filter(({ kind, bases }) => kind === 'landing' && bases.includes(page))
    .map(({ id }) => id)
    .toSorted();
}

/** Pages with variants and a public address. */
export function listTestablePages(site: Pick<Site, 'documents'>): readonly DocumentId[] {
  const bases = [...site.documents.values()].flatMap((document) => document.bases);
  return [...new Set(bases)].toSorted();
}

/** Key of the variation that shows a document. */
export const buildVariationKey = (variant: DocumentId): string => variant.split('/').at(-1) ?? variant;

/** Total sample size for the planned effect; `null` when no sample size detects it. */
export function computeSampleSize({ variations, effect, rate }: ExperimentDraft): number | null {
  // The number of visitors does not matter here.
  const control = { visitors: 1, conversions: rate };
  return computePlannedVisitors(
    { variations: normalizeWeights(variations), minimumDetectableEffect: effect, targetSampleSize: undefined },
    control,
    'sequential',
  );
}

/** Minimum detectable effect after so many days; `null` when the traffic is unknown or no effect is detectable. */
export function computeEffectAfter({ variations, rate, daily }: ExperimentDraft, days: number): number | null {
  return daily === null
    ? null
    : computeFindableEffect({ variations: normalizeWeights(variations) }, rate, daily * days, 'sequential');
}

function normalizeWeights(variations: ExperimentDraft['variations']): ResolvedExperiment['variations'] {
  const weights = variations.reduce((sum, { weight }) => sum + weight, 0);
  return variations.map((variation) => ({ ...variation, weight: variation.weight / weights }));
}

/** Targeting as written in documents; `null` for everyone. */
export function buildTargeting(
  { locales, countries, devices, utmSources }: ExperimentDraft,
  available: readonly Locale[],
): ExperimentTargeting | null {
  const targeting = {
    ...(locales.length < available.length && { locales: [...locales] }),
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(devices.length < allDevices.length && { devices: [...devices] }),
    ...(utmSources.length > 0 && { utmSources: [...utmSources] }),
  };
  return Object.keys(targeting).length === 0 ? null : targeting;
}

/** Minimum `targetSampleSize` of a document. */
const MIN_VISITORS = 100;

/** The document to save; paused, so that it is reviewed before visitors take part. */
export function buildExperimentDocument(draft: ExperimentDraft, available: readonly Locale[]) {
  const { document, hypothesis, variations, goalMetric, guardrails, effect, from, to } = draft;
  const visitors = computeSampleSize(draft);
  const targeting = buildTargeting(draft, available);
  return {
    $schema: '../../schemas/generated/editor/experiment.schema.json',
    version: currentVersion,
    status: 'paused',
    hypothesis,
    document,
    variations: variations.map(({ key, variant, weight }) => ({
      key,
      ...(variant !== document && { variant }),
      weight,
    })),
    ...(targeting !== null && { targeting }),
    ...((from !== '' || to !== '') && {
      window: { ...(from !== '' && { from }), ...(to !== '' && { to }), zone: SHOP_ZONE },
    }),
    ...(goalMetric !== null && goalMetric !== defaultGoalMetric && { goalMetric }),
    ...(guardrails.length > 0 && { guardrails: [...guardrails] }),
    minimumDetectableEffect: effect,
    ...(visitors !== null && { targetSampleSize: Math.max(MIN_VISITORS, visitors) }),
  } as const;
}
