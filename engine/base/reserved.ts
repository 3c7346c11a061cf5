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
