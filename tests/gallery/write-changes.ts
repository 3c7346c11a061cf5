import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { Change } from './find-changes.ts';
import { STYLE } from './write-index.ts';

/** How much of an image differs. */
export const inWords = (pixels: number | null): string =>
  pixels === null ? 'no image of before' : `${pixels.toLocaleString('en-GB')} pixels differ`;

/** One static page with every image that differs, beside the one of before and what differs in it. */
export function writeChanges(changes: readonly Change[], before: string): string {
  const rows = changes.map(({ image: { page, width, file }, pixels, marked }) => {
    const name = `${page.group}, ${page.name}, ${width} px`;
    const shown = [
      ...(pixels === null ? [] : [{ what: 'before', src: `${before}/${file}` }]),
      { what: 'now', src: file },
      ...(marked === null ? [] : [{ what: 'what differs', src: marked }]),
    ].map(({ what, src }) => {
      const alt = escapeAttribute(`${name}: ${what}`);
      return `<figure><figcaption>${what}</figcaption><a href="${src}"><img loading="lazy" src="${src}" alt="${alt}" width="${width / 2}"></a></figure>`;
    });
    return `<section><h2>${escapeHtml(name)}</h2><p>${inWords(pixels)}.</p><div class="row">${shown.join('\n')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Changes</title>
<style>${STYLE}</style><header><h1>Changes</h1><p>${changes.length} images differ.</p></header>
${rows.join('\n')}</html>
`;
}
