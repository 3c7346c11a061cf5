import { isIP } from 'node:net';

/** Whether a host name, as in a URL, or an address leads to this machine alone; RFC 6761, 6.3 keeps `localhost` and all below it for that. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const mapped = /^::ffff:([\d.]+)$/.exec(name)?.[1] ?? name;
  return isIP(mapped) === 4 ? mapped.startsWith('127.') : mapped === '::1';
}

/**
 * Whether everything that a URL of PostgreSQL may lead to is on this machine. `host` in the query goes before the URL's own, and
 * `PGHOST` stands in for both.
 */
export function isDatabaseOfThisMachine(url: string, defaultHost: string | undefined): boolean {
  // With a user and no host it is a URL for PostgreSQL alone.
  const parsed = URL.parse(url.replace(/^(\w+:\/\/)[^@/]*@\//, '$1/'));
  if (parsed === null) return false;
  const named = [parsed.hostname, ...parsed.searchParams.getAll('host')].filter((host) => host !== '');
  const hosts = named.length === 0 ? [defaultHost || 'localhost'] : named;
  return hosts.every((host) => /^(?:\/|%2f)/i.test(host) || isThisMachine(host));
}

/** Ways of `sslmode` that encrypt what goes to PostgreSQL; others are refused by the driver or send it as it is. */
const ENCRYPTED = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Whether queries and the password cross a network unencrypted. `PGHOST` and `PGSSLMODE` stand in for what the URL leaves out. */
export function isDatabaseUnencrypted(
  url: string,
  { PGHOST, PGSSLMODE = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (url === '' || isDatabaseOfThisMachine(url, PGHOST)) return false;
  const asked = new URLSearchParams(url.split('?')[1] ?? '');
  if (['true', '1'].includes(asked.get('ssl') ?? '')) return false;
  return !ENCRYPTED.includes(asked.get('sslmode') ?? PGSSLMODE);
}
