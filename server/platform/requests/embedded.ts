import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another site embeds or prefetches this, as image, frame or script. Embedded requests show nothing to the visitor, and any site could
 * use them to exhaust the rate limit of its visitors. Based on Fetch Metadata; clients that do not send it are counted normally.
 */
export function isEmbedded({
  'sec-fetch-site': site,
  'sec-fetch-dest': destination,
  'sec-purpose': purpose,
}: IncomingHttpHeaders): boolean {
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return destination !== 'document' || (typeof purpose === 'string' && purpose.includes('prefetch'));
}
