import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { GalleryPage } from './gallery-site.ts';

export interface Picture {
  readonly page: GalleryPage;
  readonly width: number;
  /** From the gallery's folder. */
  readonly file: string;
}

export const STYLE = `
  body { margin: 0; background: #f6f1e9; color: #14120f; font: 16px/1.5 system-ui, sans-serif; }
  header, section { padding: 2rem clamp(1rem, 4vw, 4rem); }
  h1, h2 { font-weight: 500; }
  nav { columns: 14rem; }
  a { color: #6b1221; }
  .row { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: start; }
  figure { margin: 0; max-width: 100%; }
  figcaption { font-size: .875rem; padding-bottom: .5rem; }
  img { display: block; max-width: 100%; max-height: 46rem; border: 1px solid #c8a766; object-fit: cover; object-position: top; }
  a:focus-visible { outline: 2px solid; outline-offset: 3px; }
`;

/** One static page with every image, blocks first. An image leads to itself at full length. */
export function writeIndex(images: readonly Picture[]): string {
  const groups = Map.groupBy(images, ({ page }) => page.group);
  const links = [...groups.keys()].map((group) => `<a href="#${anchor(group)}">${escapeHtml(group)}</a><br>`);
  const sections = [...groups].map(([group, inside]) => section(group, inside));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title>
<style>${STYLE}</style><header><h1>Gallery</h1><p>${groups.size} blocks, documents and mails, ${images.length} images.</p><nav>${links.join('\n')}</nav></header>
${sections.join('\n')}</html>
`;
}

function section(group: string, images: readonly Picture[]): string {
  const figures = images.map(({ page, width, file }) => {
    const caption = `${page.name}, ${width} px`;
    return `<figure><figcaption>${escapeHtml(caption)}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt="${escapeAttribute(`${group}, ${caption}`)}" width="${width / 2}"></a></figure>`;
  });
  return `<section id="${anchor(group)}"><h2>${escapeHtml(group)}</h2><div class="row">${figures.join('\n')}</div></section>`;
}

function anchor(group: string): string {
  return escapeAttribute(group.replaceAll('/', '-'));
}
