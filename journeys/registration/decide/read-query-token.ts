import { cleanToken } from '#engine/shared/clean-token.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';

/** A token or signed timestamp in the query, cleaned (Z1); `null` when missing. */
export function readQueryToken(query: string, name: string): string | null {
  const value = query === '' ? null : readQueryValue(query, name);
  return value === null ? null : cleanToken(value);
}
