import type { DocumentId, Site } from '#engine/documents/types.ts';
import { sitePlan } from '../plan.ts';
import { testedDocument } from './tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** Keys of the live experiments whose arms visitors see at the address of a document: it is tested, or an arm redirects to it. */
export function experimentsShownAt(document: DocumentId, facts: ExperimentFacts, site: Site): ReadonlySet<string> {
  // Anybody may ask for any name, and what is worked out per document is kept.
  if (!site.documents.has(document)) return new Set();
  const tested = testedDocument(document, facts, sitePlan(site));
  const redirecting = site.experiments.filter(({ arms }) =>
    arms.some(({ variant, redirects }) => redirects === true && variant === document),
  );
  return new Set([...(tested?.experiments.keys() ?? []), ...redirecting.map(({ key }) => key)]);
}
