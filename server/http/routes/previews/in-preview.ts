import { escapeAttribute } from '#engine/base/escape.ts';
import { isReserved } from '#engine/routing/reserved.ts';

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

/** What would run, be counted or name the page to search engines. The compiler writes it: its attributes hold no `>`. */
const unwanted = [
  /<script\b[^>]*>[^]*?<\/script>/g,
  /<noscript>(?:<img\b[^>]*>)*<\/noscript>/g,
  /<link\b[^>]*\brel="(?:canonical|alternate|modulepreload)"[^>]*>/g,
] as const;

const LINKING = /<(a|area|form|button|input)\b[^>]*>/g;
const ADDRESS = /\s(href|action|formaction)="([^"]*)"/g;

/**
 * A page as it is shown in a preview: its links lead to pages of the same preview, its forms to the page itself, and no script of it is
 * left.
 */
export function inPreview(html: string, place: PreviewPlace): string {
  const plain = unwanted.reduce((text, pattern) => text.replaceAll(pattern, ''), html);
  return plain.replaceAll(LINKING, (tag: string, name: string) => {
    const isForm = name === 'form' && / method="get"/i.test(tag);
    return tag.replaceAll(ADDRESS, (whole: string, attribute: string, value: string) => {
      const address = value.replaceAll('&amp;', '&');
      const target = attribute === 'href' || isForm ? linkIn(address, place) : place.here;
      return target === null ? whole : ` ${attribute}="${escapeAttribute(target)}"`;
    });
  });
}

/** The address of a page within the preview; `null` for anything else, such as a place on the page or another host. */
export function linkIn(address: string, { root, basePath, publicOrigin, query }: PreviewPlace): string | null {
  const own = address.startsWith(`${publicOrigin}/`) ? address.slice(publicOrigin.length) : address;
  if (own.startsWith('//') || !own.startsWith(basePath)) return null;
  const path = own.slice(basePath.length - 1);
  if (isReserved(path.split(/[?#]/, 1)[0] ?? '')) return null;
  const [page = '', ...hash] = path.split('#');
  const added = query === '' ? '' : `${page.includes('?') ? '&' : '?'}${query}`;
  return [root + page + added, ...hash].join('#');
}
