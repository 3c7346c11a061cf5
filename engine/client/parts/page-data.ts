import type { PageData } from '#engine/block-kit/page-data.ts';

/** What the compiler wrote about the page; `null` on a page without islands. */
export function readPageData(root: ParentNode): PageData | null {
  const text = root.querySelector('#page-data')?.textContent;
  // Written by our own compiler and escaped for markup.
  return text ? (JSON.parse(text) as PageData) : null;
}
