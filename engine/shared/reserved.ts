/** First path segments (after base path and language prefix) that are never used by documents or by addresses that journeys issue. */
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

/** Single reserved paths. */
export const reservedPaths = [
  '/livez',
  '/readyz',
  '/metrics',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
  '/favicon.svg',
] as const;

/** The editing application, a page without a document. Not part of `isReserved`, which public pages load. */
export const STUDIO_PATH = '/admin/studio';

const reserved = new Set<string>([...reservedPrefixes, ...reservedPaths]);

/** Whether a path without base path and language prefix belongs to the engine itself. */
export function isReserved(path: string): boolean {
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path : path.slice(0, end);
  return reserved.has(first);
}

/** Query parameters of the site. */
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

/** Campaign parameters; only analytics reads them, from the URL itself. */
export const campaignParameter =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|gad_source|dclid|fbclid|msclkid|ttclid|twclid|yclid|li_fat_id|igshid|mc_[ce]id|_g[al])$/;

/** Whether a query parameter is reserved, such as `lang` in `?lang=de`. */
export function isReservedParameter(name: string): boolean {
  return parameters.has(name) || campaignParameter.test(name);
}
