import { isReserved } from '#engine/shared/reserved.ts';

/** Whether a click opens another document of this site in the same window. */
export function isForThisApp(link: HTMLAnchorElement, event: MouseEvent, basePath: string): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return false;
  return isPageUrl(new URL(link.href, location.href), basePath) && !leadsToHash(link);
}

/** Whether the address is that of a document. */
export function isPageUrl(url: URL, basePath: string): boolean {
  if (url.origin !== location.origin || !url.pathname.startsWith(basePath)) return false;
  const path = url.pathname.slice(basePath.length - 1);
  return !isReserved(path) && !(path[3] === '/' && isReserved(path.slice(3)));
}

function leadsToHash({ hash, pathname, search }: HTMLAnchorElement): boolean {
  return hash !== '' && pathname === location.pathname && search === location.search;
}
