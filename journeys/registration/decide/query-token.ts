import { cleanToken } from '#engine/shared/clean-token.ts';
import { queryValue } from '#engine/routing/split-url.ts';

/** A token or a signed timestamp of the address, as far as it reads as one (Z1); `null` when the address has none. */
export function queryToken(query: string, name: string): string | null {
  const value = query === '' ? null : queryValue(query, name);
  return value === null ? null : cleanToken(value);
}
