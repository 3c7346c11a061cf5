import { listExperimentsOn } from '#engine/documents/list-experiments-on.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Flags } from '#engine/experiments/flags.ts';
import { isPathTargeted } from '#engine/experiments/url-redirects.ts';
import { buildCanonicalUrl } from '#engine/routing/links.ts';
import type { SitePlan } from '../plan.ts';

/**
 * Features of a document, sorted: `page.<id>`, `page.<id>|<any name>`, with `:` for `/`, which GrowthBook does not allow, those
 * of its experiments, and URL redirects of its URLs.
 */
export function listFeatures(id: DocumentId, plan: SitePlan, flags: Flags): readonly string[] {
  const own = new Set(listExperimentsOn(id, plan.site).map(({ feature }) => feature));
  const names = [`page.${id}`, `page.${id.replaceAll('/', ':')}`];
  return flags.features
    .filter(
      (key) =>
        own.has(key) ||
        names.some((name) => key === name || key.startsWith(`${name}|`)) ||
        isUrlRedirect(id, key, plan, flags),
    )
    .toSorted();
}

function isUrlRedirect(id: DocumentId, feature: string, { site, table }: SitePlan, flags: Flags): boolean {
  const redirect = flags.getRedirect(feature);
  const path = table.paths.get(id);
  if (redirect === undefined || path === undefined) return false;
  return table.available.some((locale) => isPathTargeted(redirect, buildCanonicalUrl(site, path, locale)));
}
