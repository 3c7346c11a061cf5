import { onEachPage } from '#engine/shared/on-each-page.ts';
import type { DocumentId, Site } from './types.ts';

/**
 * The tested document of a variation, for its canonical URL; `null` for every other document. Another
 * landing is a variation only while visitors are redirected to it, at its own URL: `redirects` includes those.
 */
export function findTestedDocument(
  { experiments }: Pick<Site, 'experiments'>,
  id: DocumentId,
  { redirects = false } = {},
): DocumentId | null {
  const testing = experiments
    .flatMap((each) => onEachPage(each))
    .find(
      ({ document, status, variations }) =>
        id !== document &&
        variations.some(
          (variation) => variation.variant === id && (variation.redirects !== true || (redirects && status === 'live')),
        ),
    );
  return testing?.document ?? null;
}

/** A block that visitors of an experiment must have seen to be counted. */
export interface WatchedBlock {
  readonly experiment: string;
  /** Id of the block. */
  readonly block: string;
}

/** Blocks whose experiments count on sight on this document's page, or at the URL of this variant. */
export const listWatchedBlocks = (
  { experiments }: Pick<Site, 'experiments'>,
  document: DocumentId,
): readonly WatchedBlock[] =>
  experiments
    .flatMap((each) => onEachPage(each))
    .flatMap(({ key, status, document: tested, variations, exposeOn }) => {
      const isTested =
        tested === document || variations.some(({ variant, redirects }) => redirects && variant === document);
      return status === 'live' && exposeOn !== undefined && isTested ? [{ experiment: key, block: exposeOn }] : [];
    });
