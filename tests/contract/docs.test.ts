import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import GithubSlugger, { slug } from 'github-slugger';
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

/** Links and images to this project; examples of code hold none. */
function listLinks(page: string): readonly Link[] {
  const prose = read(page).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', hash = '']) => ({
    target: path === '' ? page : posix.join(posix.dirname(page), path),
    hash,
  }));
}

/** Anchors of the headings of a page, as GitHub names them: a repeated one gets a number. */
function listAnchors(page: string): readonly string[] {
  const slugger = new GithubSlugger();
  return [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugger.slug(plainText(heading)));
}

const withoutCode = (page: string): string => read(page).replaceAll(/^```[\s\S]*?^```/gm, '');

/** A heading without the addresses of its links. */
const plainText = (heading: string): string => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** Bytes from which on a page begins with a list of its sections. */
const LONG = 20_000;
const longPages = pages.filter((page) => page.startsWith('docs/') && Buffer.byteLength(read(page)) > LONG);

describe('the pages of the documentation', () => {
  test.each(pages)('%s links to what is there', (page) => {
    const broken = listLinks(page)
      .filter(({ target, hash }) => !isThere(target) || (hash !== '' && !listAnchors(target).includes(hash)))
      .map(({ target, hash }) => `${target}${hash === '' ? '' : `#${hash}`}`);
    expect(broken).toEqual([]);
  });

  test('are all found from the table of contents, by a link to them or to their folder', () => {
    const listed = listLinks('docs/README.md').map(({ target }) => target.replace(/\/$/, ''));
    const missing = pages
      .filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
      .filter((page) => !listed.includes(page) && !listed.includes(posix.dirname(page)));
    expect(missing).toEqual([]);
  });

  test.each(longPages)('%s, which is long, begins with links to all its sections', (page) => {
    const [head = '', ...sections] = withoutCode(page).split(/^## /m);
    const linked = [...head.matchAll(/\]\(#([^)\s]+)\)/g)].map(([, anchor]) => anchor);
    expect(sections.length).toBeGreaterThan(1);
    expect(
      sections
        .map((section) => slug(plainText(section.split('\n')[0] ?? '')))
        .filter((anchor) => !linked.includes(anchor)),
    ).toEqual([]);
  });

  test('are linked from the first page of the project', () => {
    expect(listLinks('README.md').map(({ target }) => target)).toContain('docs/README.md');
  });
});

/** Files that an example creates, or that an operator writes. */
const CREATED = /^(?:pages-config\/landings\/spring\.json|locales\/ar\/|deploy\/\.env$)/;
const FOLDERS =
  /^(?:blocks|commands|deploy|engine|images|journeys|locales|pages-config|schemas|server|tests)\/[\w./-]+$/;
/** Pages whose paths are those of an example, or of generated files. */
const written = pages.filter((page) => !page.startsWith('docs/add-') && !read(page).startsWith('<!-- Generated'));

test.each(written.filter((page) => !/^docs\/(?:decisions\/|renamed\.md)|CHANGELOG/.test(page)))(
  '%s names files and folders that exist',
  (page) => {
    const named = [...withoutCode(page).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
    const missing = named
      .filter((name) => FOLDERS.test(name) && !CREATED.test(name))
      .filter((path) => !isThere(path) && !isThere(`schemas/generated/${path}`));
    expect(missing).toEqual([]);
  },
);

test('every decision has a number of its own, which its title says', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'));
  const numbers = decisions.map((page) => posix.basename(page).slice(0, 3));
  expect(numbers).toEqual([...new Set(numbers)]);
  const titles = decisions.map((page) => /^# (\d{3}) /.exec(read(page))?.[1]);
  expect(titles).toEqual(numbers);
});

test('no image of the documentation is without a page that shows it', () => {
  const shown = new Set(pages.flatMap((page) => listLinks(page).map(({ target }) => target)));
  const images = listPaths(root, 'docs/images/**/*.{jpg,png,webp}');
  expect(images.filter((image) => !shown.has(image))).toEqual([]);
});
