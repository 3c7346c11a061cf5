import { escapeAttribute } from '#engine/shared/escape.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { withoutScripts } from '#server/site/previews/without-scripts.ts';

export interface PreviewPlace {
  /** Such as `/do/preview/<token>`; page addresses are appended. */
  readonly root: string;
  /** Address of the page within the preview. */
  readonly here: string;
  readonly basePath: string;
  readonly publicOrigin: string;
  /** Appended to links as `a=b`: variations chosen in the preview; empty for none. */
  readonly query: string;
}

const LINKING = /<(a|area|form|button|input)\b[^<>]*>/g;
const ADDRESS = /\s(href|action|formaction)="([^"]*)"/g;

/** Rewrites a page for a preview: links lead to pages of the preview, forms and other addresses with an effect to the page itself; scripts are removed. */
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

/** Address of a page within the preview; `null` for other links, such as fragments and other hosts. */
export function linkIn(address: string, place: PreviewPlace): string | null {
  const path = ownPath(address, place);
  if (path === null || isOfEngine(path)) return null;
  const { root, query } = place;
  const [page = '', ...hash] = path.split('#');
  const added = query === '' ? '' : `${page.includes('?') ? '&' : '?'}${query}`;
  return [root + page + added, ...hash].join('#');
}

/** Whether an address of this site is neither a page nor a file, such as one that begins an external sign-up. */
function hasEffect(address: string, place: PreviewPlace): boolean {
  const path = ownPath(address, place);
  return path !== null && isOfEngine(path) && !path.startsWith('/assets/');
}

/** Whether a path belongs to the engine, with or without a language prefix. */
function isOfEngine(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return isReserved(pathname) || (pathname[3] === '/' && isReserved(pathname.slice(3)));
}

/** Path, query and hash below the base path; `null` for other addresses. */
function ownPath(address: string, { basePath, publicOrigin }: PreviewPlace): string | null {
  const own = address.startsWith(`${publicOrigin}/`) ? address.slice(publicOrigin.length) : address;
  return own.startsWith('//') || !own.startsWith(basePath) ? null : own.slice(basePath.length - 1);
}
