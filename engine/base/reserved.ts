/** First path segments (after base path and language prefix) that never belong to documents or registration codes. */
export const reservedPrefixes = [
  '/graphql',
  '/api',
  '/sub',
  '/assets',
  '/acquisition',
  '/entrance',
  '/do',
  '/dev',
  '/.well-known',
] as const;

/** Single paths with a meaning of their own. */
export const reservedPaths = [
  '/livez',
  '/readyz',
  '/metrics',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
  '/favicon.svg',
] as const;

const reserved = new Set<string>([...reservedPrefixes, ...reservedPaths]);

/** Whether a path without base path and language prefix belongs to the engine itself. */
export function isReserved(path: string): boolean {
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path : path.slice(0, end);
  return reserved.has(first);
}

/** Names in a query that the site reads itself. */
const parameters: ReadonlySet<string> = new Set([
  'lang',
  'token',
  'code',
  'debug',
  'disablegb',
  'redirectUrl',
  'redirect_uri',
  'validityTimestamp',
]);

/** Parameters that advertisers add to addresses; only analytics reads them, and analytics reads the address itself. */
export const campaignParameter =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|gad_source|dclid|fbclid|msclkid|ttclid|twclid|yclid|li_fat_id|igshid|mc_[ce]id|_g[al])$/;

/** Whether a name in a query means something already, such as `lang` in `?lang=de`. */
export function isReservedParameter(name: string): boolean {
  return parameters.has(name) || campaignParameter.test(name);
}
