import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');
const pages = [...listPaths(root, 'docs/**/*.md'), ...listPaths(root, '*.md')].toSorted();
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const isThere = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;

interface Link {
  readonly target: string;
  readonly hash: string;
}

/** Links and pictures to this project; examples of code hold none. */
function linksOf(page: string): readonly Link[] {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', hash = '']) => ({
    target: path === '' ? page : posix.join(posix.dirname(page), path),
    hash,
  }));
}

/** As GitHub names the headings of a page. */
const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

describe('the pages of the documentation', () => {
  test.each(pages)('%s links to what is there', (page) => {
    const broken = linksOf(page)
      .filter(({ target, hash }) => !isThere(target) || (hash !== '' && !anchorsOf(target).includes(hash)))
      .map(({ target, hash }) => `${target}${hash === '' ? '' : `#${hash}`}`);
    expect(broken).toEqual([]);
  });

  test('are all found from the table of contents, by a link to them or to their folder', () => {
    const listed = linksOf('docs/README.md').map(({ target }) => target.replace(/\/$/, ''));
    const missing = pages
      .filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
      .filter((page) => !listed.includes(page) && !listed.includes(posix.dirname(page)));
    expect(missing).toEqual([]);
  });

  test('are linked from the first page of the project', () => {
    expect(linksOf('README.md').map(({ target }) => target)).toContain('docs/README.md');
  });
});

test('no picture of the documentation is without a page that shows it', () => {
  const shown = new Set(pages.flatMap((page) => linksOf(page).map(({ target }) => target)));
  const pictures = listPaths(root, 'docs/images/**/*.{jpg,png,webp}');
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
});
