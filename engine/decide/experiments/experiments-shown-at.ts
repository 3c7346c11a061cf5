import type { DocumentId, Site } from '#engine/documents/types.ts';
import { sitePlan } from '../plan.ts';
import { testedDocument } from './tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** Keys of the live experiments of a URL: its document is tested, or a variation redirects to it. */
export function experimentsShownAt(document: DocumentId, facts: ExperimentFacts, site: Site): ReadonlySet<string> {
  // Requests may contain any name, and results are cached per document.
  if (!site.documents.has(document)) return new Set();
  const tested = testedDocument(document, facts, sitePlan(site));
  const redirecting = site.experiments.filter(({ variations }) =>
    variations.some(({ variant, redirects }) => redirects === true && variant === document),
  );
  return new Set([...(tested?.experiments.keys() ?? []), ...redirecting.map(({ key }) => key)]);
}
