import { hash } from 'node:crypto';
import type { Compiler } from '#engine/compile/types.ts';
import { composeArms } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { PageRequest } from '#server/site/store/base-pages.ts';

/** Names one page among all of a site. */
export function nameInSite(
  site: Site,
  { document, locale, arms, facets, path, notice, moved, country }: PageRequest,
): string {
  let name = `${document} ${locale} ${path}`;
  for (const arm of arms) name += ` ${arm}`;
  for (const facet of composeArms(site, document, arms)?.facets ?? []) name += ` ${facet}=${facets[facet]}`;
  if (moved) name += ' moved';
  if (country !== undefined) name += ` in ${country}`;
  if (notice !== undefined) name += ` ${notice.form} ${JSON.stringify(notice.errors)}`;
  return name;
}

/**
 * Names a page by everything that it is made from, whatever else changed on its site: pages of one name are equal byte for byte. 32
 * hexadecimal digits of SHA-256.
 */
export function nameOfPage(site: Site, compiler: Pick<Compiler, 'buildId' | 'assetsOf'>, request: PageRequest): string {
  const shown = [request.document, ...request.arms].map(
    (id) => `${site.documents.get(id)?.hash} ${compiler.assetsOf(id, request.locale)}`,
  );
  const text = `${compiler.buildId} ${surroundingsOf(site)} ${shown.join(' ')} ${nameInSite(site, request)}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

const known = new WeakMap<Site, string>();

/** Hash of all of a site but for what stands on its pages, which is in the hash of each document. Of other documents a page knows their addresses alone. */
function surroundingsOf(site: Site): string {
  let surroundings = known.get(site);
  if (surroundings === undefined) {
    const { deployment, config, brand, experiments, texts, journeys, journeyDocuments } = site;
    const parts = [
      [deployment, config, brand, experiments],
      [...texts].map(([locale, entries]) => [locale, [...entries]]),
      journeys.map(({ name }) => name),
      [...journeyDocuments],
      [...site.documents.values()].map(frameOf),
    ];
    known.set(site, (surroundings = hash('sha256', JSON.stringify(parts), 'hex')));
  }
  return surroundings;
}

/** What other pages may know of a document: that it is there, and where. */
function frameOf({ id, kind, route, slug, status, bases, window }: ResolvedDocument): unknown {
  return [id, kind, route, slug, status, bases, window];
}
