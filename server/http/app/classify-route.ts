import type { RouteClass } from '#server/platform/observability/request-times.ts';

/** Class of a route by its pattern, which clients cannot influence. */
export function classifyRoute(pattern: string | undefined, basePath: string): RouteClass {
  const path = pattern?.slice(basePath.length - 1) ?? '';
  return routeClasses.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'other';
}

const routeClasses: readonly (readonly [prefix: string, routeClass: RouteClass])[] = [
  ['/assets/', 'asset'],
  ['/do/consent', 'consent'],
  ['/:locale/do/consent', 'consent'],
  ['/do/preview/', 'preview'],
  ['/do/calendar/', 'other'],
  ['/do/', 'form'],
  ['/:locale/do/', 'form'],
  ['/graphql', 'graphql'],
  ['/api/mcp', 'mcp'],
  ['/api/', 'flags'],
  ['/sub/', 'flags'],
  ['/livez', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
];
