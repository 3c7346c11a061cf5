import type { ExperimentFacts, Exposure } from '#engine/decide/experiments/index.ts';
import type { DocumentId, ResolvedExperiment } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import type { ExperimentCounts } from '#server/site/experiments/results/counts.ts';

/** A browser that a person uses. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** An experiment of two equal variations, the landing itself and a variant; `more` replaces single parts. */
export function makeExperiment(
  key: string,
  variant: DocumentId,
  more: Partial<ResolvedExperiment> = {},
): ResolvedExperiment {
  const document = more.document ?? 'landings/default';
  return {
    key,
    file: `pages-config/experiments/${key}.json`,
    status: 'live',
    hypothesis: 'The variant is better.',
    document,
    feature: `page.${document}|${key}`,
    variations: [
      { key: 'control', variant: document, weight: 0.5 },
      { key: 'test', variant, weight: 0.5 },
    ],
    pages: [],
    prerequisites: [],
    coverage: 1,
    targeting: {},
    phase: 1,
    seed: key,
    earlier: [],
    goalMetric: 'registration_finished',
    guardrails: [],
    minimumDetectableEffect: 0.05,
    bytes: 25_000,
    ...more,
  };
}

/** Flags as the local source makes them, with everything ready. */
export function createFacts(
  experiments: readonly ResolvedExperiment[],
  unready: readonly string[] = [],
): ExperimentFacts {
  return { flags: new Flags(buildPayload(experiments, Date.now())), unready: new Set(unready) };
}

/** Attributes of a visitor with a phone. */
export const phoneAttributes = {
  locale: 'de',
  applicationCountry: 'AT',
  device: 'phone',
  webView: false,
  visit: 'new',
  landing: 'landings/default',
  consent: 'given',
} as const;

/** An exposure of a visitor who agreed to nothing yet. */
export function makeExposure(more: Partial<Exposure> = {}): Exposure {
  return {
    experiment: 'hero',
    phase: 1,
    revision: 'r',
    variation: 'test',
    at: 0,
    id: null,
    isFirst: true,
    attributes: phoneAttributes,
    ...more,
  };
}

/** Visitor ids that differ; the same number gives the same id. */
export function visitorId(number: number): string {
  return `visitor-${String(number).padStart(12, '0')}`;
}

/** What is counted of an experiment before anybody has seen it. */
export const noCounts: ExperimentCounts = {
  visitors: new Map(),
  conversions: new Map(),
  days: new Map(),
  conversionDays: new Map(),
  locales: new Map(),
  devices: new Map(),
  agreed: new Map(),
  multiple: 0,
  dimensions: new Map(),
  guardrails: new Map(),
  bySending: 0,
  surplus: 0,
  networks: [],
  paints: new Map(),
};
