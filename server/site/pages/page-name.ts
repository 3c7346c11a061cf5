import { hash } from 'node:crypto';
import type { Compiler } from '#engine/compile/types.ts';
import { hashForms } from '#engine/decide/forms.ts';
import { fitsOpening, openingValues } from '#engine/shared/opening.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';

/** Names one page among all of a site. */
export function nameInSite(
  site: Site,
  { document, locale, variations, facets, path, notice, moved, country }: StoredPageRequest,
): string {
  let name = `${document} ${locale} ${path}`;
  for (const variation of variations) name += ` ${variation}`;
  for (const facet of composeVariations(site, document, variations)?.facets ?? []) name += ` ${facet}=${facets[facet]}`;
  if (moved) name += ' moved';
  if (country !== undefined) name += ` in ${country}`;
  if (notice !== undefined) name += ` ${notice.form} ${JSON.stringify([notice.errors, Object.keys(notice.holes)])}`;
  return name;
}

/**
 * Names a page by everything that it is made from but the site's texts, whatever else changed on its site: pages of one name that show the
 * same texts (see `Template`) are equal byte for byte. 32 hexadecimal digits of SHA-256.
 */
export function computePageName(
  site: Site,
  compiler: Pick<Compiler, 'buildId' | 'identifyAssets'>,
  request: StoredPageRequest,
): string {
  const shown = [request.document, ...request.variations].map((id) => {
    const document = site.documents.get(id);
    const forms = document === undefined ? '' : hashForms(document, site);
    return `${document?.hash} ${forms} ${compiler.identifyAssets(id, request.locale)}`;
  });
  // Pages load it with consent; others know that there is one.
  const container = request.facets['consent'] === 'granted' ? site.deployment.gtmContainerId : '';
  const text = `${compiler.buildId} ${hashSurroundings(site)} ${container} ${shown.join(' ')} ${nameInSite(site, request)}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

const known = new WeakMap<Site, string>();

/**
 * Hash of all of a site but for its texts, what stands on its pages, which is in the hash of each document, and what stands in
 * the openings of its pages, which is put there when they are read. Of other documents a page knows their addresses alone.
 */
function hashSurroundings(site: Site): string {
  let surroundings = known.get(site);
  if (surroundings === undefined) {
    const { deployment, config, brand, experiments, journeys, journeyDocuments } = site;
    // These decide which page is sent, and stand on none.
    const { redirects: _redirects, forbiddenReferrers: _forbidden, welcomeReferrers: _welcome, ...shown } = config;
    const { publicOrigin, startup, gtmContainerId, webhooks: _onNoPage, ...settings } = deployment;
    const named = fitsOpening(openingValues(deployment)) ? [startup !== undefined] : [startup, publicOrigin];
    const parts = [
      [settings, named, gtmContainerId !== undefined],
      [shown, brand, experiments],
      journeys.map(({ name }) => name),
      [...journeyDocuments],
      [...site.documents.values()].map(pickFrame),
    ];
    known.set(site, (surroundings = hash('sha256', JSON.stringify(parts), 'hex')));
  }
  return surroundings;
}

/** What other pages may know of a document: that it is there, and where. */
function pickFrame({ id, kind, route, slug, status, bases, window }: ResolvedDocument): unknown {
  return [id, kind, route, slug, status, bases, window];
}
