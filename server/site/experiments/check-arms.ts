import { type ExperimentFacts, type TestedExperiment, testedDocument } from '#engine/decide/experiments/index.ts';
import { sitePlan } from '#engine/decide/plan.ts';
import { ARM_BYTES } from '#engine/documents/build-experiments.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { checkArm, type ReadinessFinding } from '#engine/experiments/readiness.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type PageRequest, pathOf, restingFacets } from '#server/site/store/base-pages.ts';

/** One arm of one experiment in one language. */
export interface ArmCell {
  readonly experiment: string;
  readonly document: DocumentId;
  /** Key of the variation. */
  readonly variation: string;
  readonly variant: DocumentId;
  /** Visitors are redirected to the variant's own address. */
  readonly redirects: boolean;
  readonly locale: Locale;
}

/** Every arm of every experiment that may run, in every language. */
export function* armCells(site: Site, facts: ExperimentFacts): Generator<ArmCell> {
  const plan = sitePlan(site);
  for (const document of site.documents.values()) {
    const tested = testedDocument(document.id, facts, plan);
    for (const experiment of tested?.experiments.values() ?? []) yield* cellsOf(experiment, document.id, site);
  }
}

function* cellsOf({ key, arms }: TestedExperiment, document: DocumentId, site: Site): Generator<ArmCell> {
  for (const arm of arms) {
    for (const locale of site.config.locales.available) yield { ...arm, experiment: key, document, locale };
  }
}

/** The page of every arm of every experiment that may run, in every language, as the readiness check asks for it. */
export function* armPages(site: Site, facts: ExperimentFacts): Generator<PageRequest> {
  for (const cell of armCells(site, facts)) yield pageOfArm(site, cell);
}

/** The page of an arm as a visitor gets it about whom nothing else is known. */
function pageOfArm(site: Site, { document, variant, redirects, locale }: ArmCell): PageRequest {
  const base = site.documents.get(redirects ? variant : document);
  return {
    document: redirects ? variant : document,
    locale,
    moved: redirects,
    arms: redirects || variant === document ? [] : [variant],
    facets: restingFacets(site, variant, Date.now()),
    path: base === undefined ? '/' : pathOf(site, base),
  };
}

/**
 * What keeps an arm from being sent, as far as rendering says: it fails, or its HTML weighs too much (N16). An experiment that is in no
 * document has the default budget.
 *
 * @param bytesOf Bytes of the page on the wire, as exact as the budget asks for.
 */
export async function checkRendered(
  site: Site,
  cell: ArmCell,
  bytesOf: (page: PageRequest, budget: number) => Promise<number>,
): Promise<{ readonly bytes: number; readonly findings: readonly ReadinessFinding[] }> {
  const findings: ReadinessFinding[] = checkArm(site, cell.document, cell.variant, cell.locale, cell.redirects);
  if (findings.some(({ rule }) => rule === 'arm-resolves')) return { bytes: 0, findings };
  const budget = site.experiments.find(({ key }) => key === cell.experiment)?.bytes ?? ARM_BYTES;
  try {
    const bytes = await bytesOf(pageOfArm(site, cell), budget);
    if (bytes > budget)
      findings.push({ rule: 'arm-bytes', message: `The HTML has ${bytes} bytes; ${budget} are allowed.` });
    return { bytes, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { bytes: 0, findings: [...findings, { rule: 'arm-compiles', message: `It cannot be rendered: ${reason}` }] };
  }
}
