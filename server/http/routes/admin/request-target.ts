import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

export interface Params {
  readonly locale?: string;
}

export function resolveRequestLocale({ locale }: Params, site: Site): Locale | undefined {
  const { locales, defaultLocale } = createRouteTable(site);
  return locale === undefined ? defaultLocale : locales.get(locale);
}

/** Whether the site has this page: forms must not redirect to other sites. */
export function isPage(path: string, site: Site): boolean {
  return createRouteTable(site).routes.has(path);
}

/** Own properties only, because names come from addresses: `constructor` must not be found. */
export function getOwn<Value>(all: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}
