import { clean } from '#engine/shared/clean-input.ts';
import { decodeText } from '#engine/shared/decode-text.ts';

/** Start of a query or hash whose sign is missing or escaped, possibly twice. */
const QUERY_BEGINS = /[&;]|%(?:25)?(?:3f|26|3b|23)/i;

/**
 * Normalises an unknown path, as links look after a mail or a chat (Z1): surrounding punctuation,
 * typographic dashes, invisible characters, double escapes, a query without its question mark. The caller checks whether the result exists.
 */
export function cleanUrl(path: string, query: string): { readonly path: string; readonly query: string } {
  const begins = path.search(QUERY_BEGINS);
  const written = begins < 0 ? path : path.slice(0, begins);
  const lost = begins < 0 ? '' : queryIn(path.slice(begins));
  const segments = splitSegments(written);
  if (segments.length > MAX_SEGMENTS) return { path, query };
  const cleaned = segments.map((segment) => clean('code', segment));
  const words = cleaned.filter((segment) => HAS_WORD.test(segment));
  return {
    path: `/${(words.length > 0 ? words : cleaned).join('/')}`,
    query: lost === '' || query === '' ? lost + query : `${lost}&${query}`,
  };
}

/** Segments of punctuation only, such as the full stop after `/de/`, are those of the sentence. */
const HAS_WORD = /[\p{L}\p{N}]/u;

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
  const pairs = (isEscaped ? decodeText(decodeText(text)) : text).split(/[&;?]/);
  return pairs.filter((pair) => pair.includes('=')).join('&');
}
