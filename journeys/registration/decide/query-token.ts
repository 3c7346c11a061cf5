import { cleanToken } from '#engine/shared/clean-token.ts';
import { queryValue } from '#engine/routing/split-url.ts';

/** A token or signed timestamp in the query, cleaned (Z1); `null` when missing. */
export function queryToken(query: string, name: string): string | null {
  const value = query === '' ? null : queryValue(query, name);
  return value === null ? null : cleanToken(value);
}
