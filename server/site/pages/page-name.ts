import { hash } from 'node:crypto';
import { findCanonicalPath } from '#engine/decide/find-canonical-path.ts';
import type { Compiler } from '#engine/compile/types.ts';
import { hashForms, listShownFormDocuments } from '#engine/decide/forms.ts';
import { listWatchedBlocks } from '#engine/documents/find-tested-document.ts';
import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import type { DocumentId, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { listNamedClaims } from '#engine/shared/claim-name.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { fitsOpening, getOpeningValues } from '#engine/shared/opening.ts';
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
 * Name of a page derived from what it reads except texts: pages with the same name and texts (see `Template`) are byte-equal, whatever else changed on
 * their sites. 32 hexadecimal digits of SHA-256.
 */
export function computePageName(
  site: Site,
  compiler: Pick<Compiler, 'buildId' | 'identifyAssets'>,
  request: StoredPageRequest,
): string {
  const shown = [request.document, ...request.variations].map((id) => {
    const document = site.documents.get(id);
    if (document === undefined) return id;
    const assets = compiler.identifyAssets(site, document, request.locale);
    const path = findCanonicalPath(site, id, request.path);
    const local = JSON.stringify([path, request.path].map((each) => createRouteTable(site).localPaths.get(each)));
    return `${document.hash} ${hashForms(document, site)} ${assets} ${hashNamed(site, document)} ${path} ${local}`;
  });
  // Loaded with consent only; other pages know whether it exists.
  const container = request.facets['consent'] === 'granted' ? site.deployment.gtmContainerId : '';
  const branded = selectSiteOfBrand(site, composeVariations(site, request.document, request.variations) ?? undefined);
  const watched = JSON.stringify(listWatchedBlocks(site, request.document));
  const text = `${compiler.buildId} ${hashSurroundings(branded)} ${container} ${watched} ${shown.join(' ')} ${nameInSite(site, request)}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Hash of what every page may show of a site: without its texts, its pages, its claims, and values of holes, which are filled on sending. */
const hashSurroundings = memoizePerObject((site: Site): string => {
  const { deployment, config, brand, brands, journeys, journeyDocuments } = site;
  // Routing only, and claims, which pages name.
  const {
    redirects: _redirects,
    forbiddenReferrers: _forbidden,
    welcomeReferrers: _welcome,
    claims: _claims,
    ...shown
  } = config;
  const { publicOrigin, startup, gtmContainerId, webhooks: _onNoPage, ...settings } = deployment;
  const named = fitsOpening(getOpeningValues(deployment)) ? [startup !== undefined] : [startup, publicOrigin];
  const homes = [...brands.values()].map(({ home }) => home);
  return toHash([
    [settings, named, gtmContainerId !== undefined],
    [shown, brand],
    journeys.map(({ name }) => name),
    [...journeyDocuments],
    [shown, homes, ...journeyDocuments.values()].flatMap((each) => describeNamed(site, each)),
  ]);
});

const hashesByDocument = memoizePerObject((_site: Site) => new Map<DocumentId, string>());

/** Hash of what a document and its forms name of a site: addresses of other documents, and claims. */
function hashNamed(site: Site, document: ResolvedDocument): string {
  const known = hashesByDocument(site);
  const found =
    known.get(document.id) ??
    toHash([document, ...listShownFormDocuments(document, site)].map((each) => describeNamed(site, each)));
  known.set(document.id, found);
  return found;
}

const describeNamed = (site: Site, value: object): readonly unknown[] => {
  const { documents, claims } = listNamed(value);
  return [documents.map((id) => pickAddress(site.documents.get(id))), claims.map((name) => site.config.claims[name])];
};

/** Ids of documents and names of claims anywhere in a value. */
const listNamed = memoizePerObject((value: object) => {
  const text = JSON.stringify(value);
  const documents = [...text.matchAll(/\b(?:pages|landings)\/[\w-]+(?:\/[\w-]+)*/g)].map(([id]) => id);
  return { documents: [...new Set(documents)], claims: [...new Set(listNamedClaims(text))] };
});

/** What other pages may know of a document: existence and address. */
const pickAddress = (document: ResolvedDocument | undefined): unknown =>
  document && [document.id, document.kind, document.route, document.slug, document.addresses, document.status];

const toHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'hex').slice(0, 32);
