export interface UrlParts {
  /** As written; never decoded. */
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  /** Without `#`. */
  readonly hash: string;
}

/** Splits a path with query and hash manually: `new URL` is slower than all other steps of a request together. */
export function splitUrl(url: string): UrlParts {
  const hashAt = url.indexOf('#');
  const beforeHash = hashAt < 0 ? url : url.slice(0, hashAt);
  const hash = hashAt < 0 ? '' : url.slice(hashAt + 1);
  const queryAt = beforeHash.indexOf('?');
  if (queryAt < 0) return { path: beforeHash, query: '', hash };
  return { path: beforeHash.slice(0, queryAt), query: plainPairs(beforeHash.slice(queryAt + 1)), hash };
}

/** Links copied from markup have escaped ampersands; a query without an equals sign may be escaped as a whole (Z1). */
function plainPairs(query: string): string {
  const isEscaped = !query.includes('=') && /%3d/i.test(query);
  const pairs = isEscaped ? query.replaceAll(/%3d/gi, '=').replaceAll(/%26/gi, '&') : query;
  return pairs.includes('&amp') ? pairs.replaceAll(/&amp(?:;|%3b)/gi, '&') : pairs;
}

/** First value of a parameter, form-decoded; `null` if absent. Malformed escapes are unchanged. */
export function readQueryValue(query: string, name: string): string | null {
  let at = query.indexOf(name);
  while (at >= 0) {
    const after = at + name.length;
    if (at === 0 || query[at - 1] === '&') {
      const next = query[after];
      if (next === undefined || next === '&') return '';
      if (next === '=') {
        const end = query.indexOf('&', after);
        return decodeFormValue(query.slice(after + 1, end < 0 ? undefined : end));
      }
    }
    at = query.indexOf(name, after);
  }
  return null;
}

/** The query without the named parameters, otherwise as written. */
export function withoutParameters(query: string, names: readonly string[]): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => pair !== '' && !names.includes(pair.split('=', 1)[0] ?? ''))
    .join('&');
}

/** Decodes one form value as `URLSearchParams` does; never throws. */
export function decodeFormValue(value: string): string {
  if (!value.includes('%') && !value.includes('+')) return value;
  return new URLSearchParams(`v=${value}`).get('v') ?? '';
}

/** Collapses repeated slashes and removes a trailing one; the root stays `/`. Returns the same string if nothing changes. */
export function normalizePath(path: string): string {
  const collapsed = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
  return collapsed.length > 1 && collapsed.endsWith('/') ? collapsed.slice(0, -1) : collapsed;
}

/**
 * Makes a path from a request safe for a `Location` header: browsers read `\` as `/`, so `/\host` would leave
 * the site, and headers allow visible ASCII only.
 */
export function escapeLocationPath(path: string): string {
  return path.replaceAll(/[^\u0021-\u007e]|[\\"<>^`{|}]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
}
