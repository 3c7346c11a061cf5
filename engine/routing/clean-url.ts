import { clean } from '#engine/shared/clean-input.ts';
import { decodeText } from '#engine/shared/decode-text.ts';

/** Start of a query whose question mark is missing or escaped. */
const QUERY_BEGINS = /[&;]|%3f|%26/i;

/**
 * Normalises an unknown path, as links look after a mail or a chat (Z1): surrounding punctuation,
 * typographic dashes, invisible characters, double escapes, a query without its question mark. `null` if nothing changes.
 * The caller checks whether the result exists.
 */
export function cleanUrl(path: string, query: string): { readonly path: string; readonly query: string } | null {
  const begins = path.search(QUERY_BEGINS);
  const written = begins < 0 ? path : path.slice(0, begins);
  const lost = begins < 0 ? '' : queryIn(path.slice(begins));
  const segments = splitSegments(written);
  const cleaned = `/${segments.flatMap((segment) => clean('code', segment) || []).join('/')}`;
  if (cleaned === path || segments.length > MAX_SEGMENTS) return null;
  return { path: cleaned, query: lost === '' || query === '' ? lost + query : `${lost}&${query}` };
}

/** Maximum number of segments, which limits the work. */
const MAX_SEGMENTS = 16;

/** Twice at most: tools that escape again do it once. */
function splitSegments(path: string): readonly string[] {
  const decoded = decodeRuns(decodeRuns(path));
  return decoded.split('/', MAX_SEGMENTS + 2).filter((segment) => segment !== '');
}

/** Each run of escapes separately, so that a malformed one does not affect others. */
function decodeRuns(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeText);
}

function queryIn(text: string): string {
  const isEscaped = text.startsWith('%');
  const pairs = (isEscaped ? decodeText(text) : text).split(/[&;?]/);
  return pairs.filter((pair) => pair.includes('=')).join('&');
}
