import { hash } from 'node:crypto';
import type { Compiler } from '#engine/compile/types.ts';
import { hashForms } from '#engine/decide/forms.ts';
import { fitsOpening, getOpeningValues } from '#engine/shared/opening.ts';
import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';

/** Name of a page that is unique within its site. */
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
 * Name of a page derived from all its inputs except texts: pages with the same name and texts (see `Template`) are byte-equal, whatever else changed on
 * their sites. 32 hexadecimal digits of SHA-256.
 */
export function computePageName(
  site: Site,
  compiler: Pick<Compiler, 'buildId' | 'identifyAssets'>,
  request: StoredPageRequest,
): string {
  const shown = [request.document, ...request.variations].map((id) => {
    const document = site.documents.get(id);
    const forms = document === undefined ? '' : hashForms(document, site);
    return `${document?.hash} ${forms} ${compiler.identifyAssets(id, request.locale, document?.brand)}`;
  });
  // Loaded with consent only; other pages know whether it exists.
  const container = request.facets['consent'] === 'granted' ? site.deployment.gtmContainerId : '';
  const branded = selectSiteOfBrand(site, composeVariations(site, request.document, request.variations) ?? undefined);
  const text = `${compiler.buildId} ${hashSurroundings(branded)} ${container} ${shown.join(' ')} ${nameInSite(site, request)}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

const known = new WeakMap<Site, string>();

/**
 * Hash of the site without its texts, without pages (each document has its own hash) and without values of holes, which are filled on sending. Of other
 * documents, only addresses count.
 */
function hashSurroundings(site: Site): string {
  let surroundings = known.get(site);
  if (surroundings === undefined) {
    const { deployment, config, brand, experiments, journeys, journeyDocuments } = site;
    // Used for routing only, not for content.
    const { redirects: _redirects, forbiddenReferrers: _forbidden, welcomeReferrers: _welcome, ...shown } = config;
    const { publicOrigin, startup, gtmContainerId, webhooks: _onNoPage, ...settings } = deployment;
    const named = fitsOpening(getOpeningValues(deployment)) ? [startup !== undefined] : [startup, publicOrigin];
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

/** What other pages may know of a document: existence and address. */
function pickFrame({ id, kind, route, slug, status, bases, window }: ResolvedDocument): unknown {
  return [id, kind, route, slug, status, bases, window];
}
