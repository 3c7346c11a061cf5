import { type ExperimentFacts, type PreparedExperiment, testedDocument } from '#engine/decide/experiments/index.ts';
import { getSitePlan } from '#engine/decide/plan.ts';
import { BYTES_PER_VARIATION } from '#engine/documents/build-experiments.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { checkVariation, type ReadinessFinding, reportMissingDocument } from '#engine/experiments/readiness.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type StoredPageRequest, getDocumentPath, getDefaultFacets } from '#server/site/store/default-pages.ts';

/** A variation of an experiment in a language. */
export interface VariationCell {
  readonly experiment: string;
  readonly document: DocumentId;
  /** Key of the variation. */
  readonly variation: string;
  readonly variant: DocumentId;
  /** Visitors are redirected to the variant's own address. */
  readonly redirects: boolean;
  readonly locale: Locale;
}

/** All variations of experiments that may run, in all languages. */
export function* listVariationCells(site: Site, facts: ExperimentFacts): Generator<VariationCell> {
  const plan = getSitePlan(site);
  for (const document of site.documents.values()) {
    const tested = testedDocument(document.id, facts, plan);
    for (const experiment of tested?.experiments.values() ?? []) yield* listCells(experiment, document.id, site);
  }
}

function* listCells(
  { key, variations }: PreparedExperiment,
  document: DocumentId,
  site: Site,
): Generator<VariationCell> {
  for (const variation of variations) {
    for (const locale of site.config.locales.available) yield { ...variation, experiment: key, document, locale };
  }
}

/** The page or landing in the name of a feature. */
const FEATURE_DOCUMENT = /^page\.((?:pages|landings)[/:][^|]+)/;

/** Experiments of pages that do not exist: a flag service may name one that was unpublished. */
export function listLostExperiments(
  site: Site,
  { flags }: ExperimentFacts,
): readonly { readonly experiment: string; readonly finding: ReadinessFinding }[] {
  return flags.features.flatMap((feature) => {
    const document = FEATURE_DOCUMENT.exec(feature)?.[1]?.replaceAll(':', '/');
    if (document === undefined || site.documents.has(document)) return [];
    return flags
      .listExperiments(feature)
      .map(({ key }) => ({ experiment: key, finding: reportMissingDocument(document) }));
  });
}

/** Pages of these variations, as the readiness check requests them. */
export function* listVariationPages(site: Site, facts: ExperimentFacts): Generator<StoredPageRequest> {
  for (const cell of listVariationCells(site, facts)) yield pageOfVariation(site, cell);
}

/** The page of a variation for a visitor without further facts. */
function pageOfVariation(site: Site, { document, variant, redirects, locale }: VariationCell): StoredPageRequest {
  const base = site.documents.get(redirects ? variant : document);
  return {
    document: redirects ? variant : document,
    locale,
    moved: redirects,
    variations: redirects || variant === document ? [] : [variant],
    facets: getDefaultFacets(site, variant, Date.now()),
    path: base === undefined ? '/' : getDocumentPath(site, base),
  };
}

/**
 * Why a variation is unavailable according to rendering: it fails, or its HTML exceeds the budget (N16). Experiments without a document have the default
 * budget.
 *
 * @param countBytes transfer size of the page, as exact as the budget requires
 */
export async function checkRendered(
  site: Site,
  cell: VariationCell,
  countBytes: (page: StoredPageRequest, budget: number) => Promise<number>,
): Promise<{ readonly bytes: number; readonly findings: readonly ReadinessFinding[] }> {
  const findings: ReadinessFinding[] = checkVariation(site, cell.document, cell.variant, cell.locale, cell.redirects);
  if (findings.some(({ rule }) => rule === 'variation-exists' || rule === 'variation-extends'))
    return { bytes: 0, findings };
  const budget = site.experiments.find(({ key }) => key === cell.experiment)?.bytes ?? BYTES_PER_VARIATION;
  try {
    const bytes = await countBytes(pageOfVariation(site, cell), budget);
    if (bytes > budget) {
      const message = `The HTML has ${bytes} bytes; ${budget} are allowed.`;
      findings.push({ rule: 'variation-bytes', message, values: { bytes, budget } });
    }
    return { bytes, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `It cannot be rendered: ${reason}`;
    return { bytes: 0, findings: [...findings, { rule: 'variation-compiles', message, values: {} }] };
  }
}
