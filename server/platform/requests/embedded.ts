import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another site has this asked for without opening it: as an image, a frame, a script, or ahead of time. Nothing of
 * that shows anything to anybody, and any site could use up what its visitors' network may do. Browsers say so (Fetch Metadata Request
 * Headers); those that say nothing, and programs, count as ever.
 */
export function isEmbedded({
  'sec-fetch-site': site,
  'sec-fetch-dest': destination,
  'sec-purpose': purpose,
}: IncomingHttpHeaders): boolean {
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return destination !== 'document' || (typeof purpose === 'string' && purpose.includes('prefetch'));
}
