import { onEachPage } from '#engine/base/on-each-page.ts';
import type { DocumentId, Site } from './types.ts';

/**
 * The document of which this one is an arm, so that search engines know one address of both; `null` for every other document. Another
 * landing is an arm only while visitors are redirected to it, and has its own address even then: `redirects` asks for those too.
 */
export function testedDocumentOf(
  { experiments }: Pick<Site, 'experiments'>,
  id: DocumentId,
  { redirects = false } = {},
): DocumentId | null {
  const testing = experiments
    .flatMap((each) => onEachPage(each))
    .find(
      ({ document, status, arms }) =>
        id !== document &&
        arms.some((arm) => arm.variant === id && (arm.redirects !== true || (redirects && status === 'live'))),
    );
  return testing?.document ?? null;
}
