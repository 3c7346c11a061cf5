import type { Compiler } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { nameOfPage } from './page-name.ts';
import type { PagePack } from './page-pack.ts';
import type { BuiltPages } from './page-store.ts';

/**
 * The pages of a build, as far as a site shows what it showed then. After a change of one document all others are still here.
 *
 * @param compilerOf Whose pages the site would have if they were compiled now.
 */
export function createBuiltPages(pack: PagePack, compilerOf: (site: Site) => Compiler): BuiltPages {
  return {
    contentOf: (site, request) => pack.contentOf(nameOfPage(site, compilerOf(site), request)),
    read: (site, request) => pack.read(nameOfPage(site, compilerOf(site), request)),
  };
}
