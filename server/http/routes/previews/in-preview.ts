import { escapeAttribute } from '#engine/shared/escape.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { withoutScripts } from '#server/site/previews/without-scripts.ts';

export interface PreviewPlace {
  /** Such as `/do/preview/<token>`; addresses of pages below the base path follow it. */
  readonly root: string;
  /** Of the page itself within the preview. */
  readonly here: string;
  readonly basePath: string;
  readonly publicOrigin: string;
  /** Added to links in the form `a=b`: variations that the visitor of the preview chose; empty for none. */
  readonly query: string;
}

const LINKING = /<(a|area|form|button|input)\b[^<>]*>/g;
const ADDRESS = /\s(href|action|formaction)="([^"]*)"/g;

/**
 * A page as it is shown in a preview: its links lead to pages of the same preview, its forms and what else would have an effect to the
 * page itself, and no script of it is left.
 */
export function inPreview(html: string, place: PreviewPlace): string {
  return withoutScripts(html).replaceAll(LINKING, (tag: string, name: string) => {
    const isSearch = name === 'form' && / method="get"/i.test(tag);
    return tag.replaceAll(ADDRESS, (whole: string, attribute: string, value: string) => {
      const address = value.replaceAll('&amp;', '&');
      const isLink = attribute === 'href';
      const target = isLink || isSearch ? linkIn(address, place) : null;
      const inside = target ?? (isLink && !hasEffect(address, place) ? null : place.here);
      return inside === null ? whole : ` ${attribute}="${escapeAttribute(inside)}"`;
    });
  });
}

/** The address of a page within the preview; `null` for anything else, such as a place on the page or another host. */
export function linkIn(address: string, place: PreviewPlace): string | null {
  const path = ownPath(address, place);
  if (path === null || isOfEngine(path)) return null;
  const { root, query } = place;
  const [page = '', ...hash] = path.split('#');
  const added = query === '' ? '' : `${page.includes('?') ? '&' : '?'}${query}`;
  return [root + page + added, ...hash].join('#');
}

/** Whether an address is of this site and neither a page nor a file, such as one that begins a sign-up elsewhere. */
function hasEffect(address: string, place: PreviewPlace): boolean {
  const path = ownPath(address, place);
  return path !== null && isOfEngine(path) && !path.startsWith('/assets/');
}

/** Whether a path is none of a page, with or without a language in front. */
function isOfEngine(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return isReserved(pathname) || (pathname[3] === '/' && isReserved(pathname.slice(3)));
}

/** Path, query and hash below the base path; `null` for what is not below it. */
function ownPath(address: string, { basePath, publicOrigin }: PreviewPlace): string | null {
  const own = address.startsWith(`${publicOrigin}/`) ? address.slice(publicOrigin.length) : address;
  return own.startsWith('//') || !own.startsWith(basePath) ? null : own.slice(basePath.length - 1);
}
