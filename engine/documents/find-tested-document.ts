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
