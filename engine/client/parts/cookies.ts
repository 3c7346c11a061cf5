/** A cookie that scripts may read; `undefined` when there is none. */
export function readCookie(name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(prefix));
  return pair && decodeURIComponent(pair.slice(prefix.length));
}
