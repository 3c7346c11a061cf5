import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { DocumentId, Site } from '../types.ts';

const branded = memoizePerObject((_site: Site) => new Map<DocumentId, Site>());

/**
 * The site as the pages of a document show it (K3): of a document with a brand of its own, that brand takes the place of the site's, and what it states
 * that of the site document. The same object for the same site and brand, so that caches by site work for both.
 */
export function selectSiteOfBrand(site: Site, document: { readonly brand?: DocumentId } | undefined): Site {
  const id = document?.brand;
  const further = id === undefined ? undefined : site.brands.get(id);
  if (id === undefined || further === undefined) return site;
  const sites = branded(site);
  const known = sites.get(id);
  if (known !== undefined) return known;
  const { brand, config: own } = further;
  const config = Object.freeze({ ...site.config, ...own, links: { ...site.config.links, ...own.links } });
  const made = Object.freeze({ ...site, brand, config });
  sites.set(id, made);
  return made;
}
