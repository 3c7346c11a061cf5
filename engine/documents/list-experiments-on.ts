import { onEachPage } from '#engine/shared/on-each-page.ts';
import type { DocumentId, ResolvedExperiment, Site } from './types.ts';

/** The experiments of a document, with its own variations. */
export function listExperimentsOn(
  document: DocumentId,
  { experiments }: Pick<Site, 'experiments'>,
): readonly ResolvedExperiment[] {
  return experiments.flatMap((each) => onEachPage(each)).filter((experiment) => experiment.document === document);
}
