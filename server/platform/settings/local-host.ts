import { isIP } from 'node:net';

/** Whether a host name or an address is local; RFC 6761, 6.3 reserves `localhost` and its subdomains. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const mapped = /^::ffff:([\d.]+)$/.exec(name)?.[1] ?? name;
  return isIP(mapped) === 4 ? mapped.startsWith('127.') : mapped === '::1';
}

/** Whether all hosts of a PostgreSQL URL are local. `host` in the query overrides that of the URL, and `PGHOST` is the fallback for both. */
export function isLocalDatabase(url: string, defaultHost: string | undefined): boolean {
  // A URL with a user but without a host is valid for PostgreSQL only.
  const parsed = URL.parse(url.replace(/^(\w+:\/\/)[^@/]*@\//, '$1/'));
  if (parsed === null) return false;
  const named = [parsed.hostname, ...parsed.searchParams.getAll('host')].filter((host) => host !== '');
  const hosts = named.length === 0 ? [defaultHost || 'localhost'] : named;
  return hosts.every((host) => /^(?:\/|%2f)/i.test(host) || isLocalHost(host));
}

/** Values of `sslmode` with encryption; with others the driver does not encrypt, or fails. */
const ENCRYPTED = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Whether queries and password cross a network unencrypted. `PGHOST` and `PGSSLMODE` are fallbacks for the URL. */
export function isDatabaseUnencrypted(
  url: string,
  { PGHOST, PGSSLMODE = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (url === '' || isLocalDatabase(url, PGHOST)) return false;
  const asked = new URLSearchParams(url.split('?')[1] ?? '');
  if (['true', '1'].includes(asked.get('ssl') ?? '')) return false;
  return !ENCRYPTED.includes(asked.get('sslmode') ?? PGSSLMODE);
}
