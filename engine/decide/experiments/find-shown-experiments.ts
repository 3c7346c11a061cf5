import type { DocumentId, Site } from '#engine/documents/types.ts';
import { getSitePlan } from '../plan.ts';
import { prepareTestedDocument } from './prepare-tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** Keys of the live experiments of a URL: its document is tested, or a variation redirects to it. */
export function findShownExperiments(document: DocumentId, facts: ExperimentFacts, site: Site): ReadonlySet<string> {
  // Requests may contain any name, and results are cached per document.
  if (!site.documents.has(document)) return new Set();
  const tested = prepareTestedDocument(document, facts, getSitePlan(site));
  const redirecting = site.experiments.filter(({ variations }) =>
    variations.some(({ variant, redirects }) => redirects === true && variant === document),
  );
  return new Set([...(tested?.experiments.keys() ?? []), ...redirecting.map(({ key }) => key)]);
}
