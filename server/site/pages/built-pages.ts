import { getOpeningValues } from '#engine/shared/opening.ts';
import type { Compiler } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { computePageName } from './page-name.ts';
import type { PagePack } from './page-pack.ts';
import type { BuiltPages } from './page-store.ts';
import { hashContentAt } from './split-page.ts';

/**
 * The pages of a build, as far as they are still current. After a change of a document or text, unaffected pages remain valid.
 *
 * @param compilerOf names of the pages that a site would compile to
 */
export function createBuiltPages(pack: PagePack, compilerOf: (site: Site) => Compiler): BuiltPages {
  return {
    find: (site, request) => {
      const found = pack.find(computePageName(site, compilerOf(site), request), site);
      return found && { ...found, content: hashContentAt(found.content, getOpeningValues(site.deployment)) };
    },
    read: (site, request) => pack.read(computePageName(site, compilerOf(site), request), site),
  };
}
