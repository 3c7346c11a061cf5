import { clean } from '#engine/base/clean-input.ts';
import { decodeText } from '#engine/base/decode-text.ts';

/** Where a query begins that has lost its question mark, or has it escaped. */
const QUERY_BEGINS = /[&;]|%3f|%26/i;

/**
 * What was meant by a path that nothing answers, as links look once they went through a mail, a chat or a letter (Z1): the marks of the
 * sentence around it, other dashes, what shows nothing, escapes twice, a query without its question mark. `null` when nothing of it can be
 * cleaned. Whether anything is there is for the caller to find out.
 */
export function cleanUrl(path: string, query: string): { readonly path: string; readonly query: string } | null {
  const begins = path.search(QUERY_BEGINS);
  const written = begins < 0 ? path : path.slice(0, begins);
  const lost = begins < 0 ? '' : queryIn(path.slice(begins));
  const segments = segmentsOf(written);
  const cleaned = `/${segments.flatMap((segment) => clean('code', segment) || []).join('/')}`;
  if (cleaned === path || segments.length > MOST_SEGMENTS) return null;
  return { path: cleaned, query: lost === '' || query === '' ? lost + query : `${lost}&${query}` };
}

/** No page is nearly as deep; nobody makes the server clean thousands of them. */
const MOST_SEGMENTS = 16;

/** Twice at most: programs that escape what is escaped already do it once. */
function segmentsOf(path: string): readonly string[] {
  const decoded = decodeRuns(decodeRuns(path));
  return decoded.split('/', MOST_SEGMENTS + 2).filter((segment) => segment !== '');
}

/** Each run of escapes by itself, so that one that does not read leaves the others. */
function decodeRuns(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeText);
}

function queryIn(text: string): string {
  const isEscaped = text.startsWith('%');
  const pairs = (isEscaped ? decodeText(text) : text).split(/[&;?]/);
  return pairs.filter((pair) => pair.includes('=')).join('&');
}
