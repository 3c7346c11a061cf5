import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Success criteria of WCAG 2.2 of the levels A and AA; 4.1.1 was taken out of it. */
const criteria = `
  1.1.1
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5
  1.3.1 1.3.2 1.3.3 1.3.4 1.3.5
  1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
  2.1.1 2.1.2 2.1.4
  2.2.1 2.2.2
  2.3.1
  2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11
  2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
  3.1.1 3.1.2
  3.2.1 3.2.2 3.2.3 3.2.4 3.2.6
  3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8
  4.1.2 4.1.3
`.match(/\d\.\d\.\d+/g);

/** Criteria that a person judged: nothing that a test could read says whether they hold. */
const judged = ['1.3.3', '1.4.1', '1.4.5', '2.3.1', '2.5.1', '2.5.4', '2.5.7'];
/** Criteria about what the site does not have, or leaves to the browser. */
const without = ['1.4.2', '2.1.4', '2.5.2'];

const rows = read('docs/accessibility.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, criterion = '', , shown = ''] = line.split('|').map((cell) => cell.trim());
    return { criterion, ids: listIds(criterion), shown };
  });

/** `1.2.1–1.2.5` names all of them. */
function listIds(text: string): readonly string[] {
  return text
    .replaceAll(/\d\.\d\.\d+(?:–\d\.\d\.\d+)?/g, (found) => `${found};`)
    .split(';')
    .flatMap((part) => {
      const [first, last] = part.match(/\d\.\d\.\d+/g) ?? [];
      if (first === undefined) return [];
      const [principle, guideline, number] = first.split('.');
      const end = last === undefined ? number : last.split('.')[2];
      const count = Number(end) - Number(number) + 1;
      return Array.from({ length: count }, (_, index) => `${principle}.${guideline}.${Number(number) + index}`);
    });
}

describe('the table of WCAG 2.2', () => {
  test('has a row for each criterion of the levels A and AA, and for one no more than one', () => {
    expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(criteria?.toSorted());
  });

  test('says of each what fails when it no longer holds, but where a person judges or there is nothing to hold', () => {
    const unshown = rows.filter(({ shown }) => !/`|axe/.test(shown)).flatMap(({ ids }) => ids);
    expect(unshown.toSorted()).toEqual([...judged, ...without].toSorted());
  });

  test.each(rows.filter(({ shown }) => shown.includes('`')))('$criterion names what is there', ({ shown }) => {
    const missing: string[] = [];
    // A name, and in brackets a part of the title of the test that is meant.
    for (const [, name = '', title = ''] of shown.matchAll(/`([^`]+)`(?: \("([^"]+)"\))?/g)) {
      if (!isThere(name)) missing.push(name);
      else if (title !== '' && !read(name).includes(title)) missing.push(`${name}: ${title}`);
    }
    expect(missing).toEqual([]);
  });

  test('names the same axe-core everywhere: rules of both levels are on, none is turned off for a page of visitors', () => {
    expect(read('tests/helpers/accessibility.ts')).toContain("'target-size': { enabled: true }");
    const turnedOff = listPaths(root, 'tests/e2e/*.test.ts').filter((file) =>
      /accessibilityMistakes\(page, /.test(read(file)),
    );
    // Blocks on their own, which are parts of pages.
    expect(turnedOff.toSorted()).toEqual(['tests/e2e/block-examples.test.ts', 'tests/e2e/examples.test.ts']);
  });
});

/** A file, a rule of `npm run check`, that command, or a rule of axe-core. */
function isThere(name: string): boolean {
  if (name.includes('/')) return statSync(join(root, name), { throwIfNoEntry: false })?.isFile() === true;
  if (name.startsWith('npm run ')) return name.slice('npm run '.length) in JSON.parse(read('package.json')).scripts;
  return (
    name === 'target-size' ||
    statSync(join(root, 'engine/documents/rules', name), { throwIfNoEntry: false }) !== undefined
  );
}
