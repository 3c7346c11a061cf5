import { QUERY_KEY_LENGTH } from './constants.ts';

/** Name of a cache entry: prefix of the SHA-256 (hex) over document and variables (C7). */
export async function computeQueryKey(document: string, variables: Readonly<Record<string, unknown>>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([document, variables]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, QUERY_KEY_LENGTH);
}
