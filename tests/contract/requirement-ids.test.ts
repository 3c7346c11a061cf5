import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ID = /\b[A-Z]\d{1,2}\b/g;
/** Ids in brackets, as descriptions of schemas and rules cite them: `(D3, D4)`. */
const BRACKETED = /\((?:[A-Z]\d{1,2}(?:, |–| and )?)+\)/g;
const COMMENT = /(?<=^\s*\{?)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;
const TITLE = /(?<=['"`])[A-Z]\d{1,2}(?=: )/g;
/** Names of the field that look like an id: the JavaScript engine. */
const NAMES = new Set(['V8']);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const pages = ['docs/requirements.md', 'docs/routing.md'];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const listRows = (page: string): readonly string[] =>
  [...read(page).matchAll(/^\| ([A-Z]\d+) \|/gm)].map((match) => match[1] ?? '');

/** The ids that a file cites, in comments, titles of tests, descriptions and prose; examples of code cite none. */
function citedBy(file: string): readonly string[] {
  const text = read(file);
  return partsThatCite(file, text)
    .flatMap((part) => part.match(ID) ?? [])
    .filter((id) => !NAMES.has(id));
}

function partsThatCite(file: string, text: string): readonly string[] {
  if (/\.(?:ts|tsx|mjs|css)$/.test(file))
    return [...(text.match(COMMENT) ?? []), ...(text.match(TITLE) ?? []), ...(text.match(BRACKETED) ?? [])];
  if (/^(?:schemas|blocks|journeys)\/.*\.json$/.test(file)) return text.match(BRACKETED) ?? [];
  if (/^docs\/(?!requirements\.md|routing\.md)|^[A-Z]+\.md$|^deploy\//.test(file))
    return [text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')];
  return [];
}

const cited = new Map<string, string>();
for (const file of files.filter((name) => /\.(?:ts|tsx|mjs|css|json|md|ya?ml)$/.test(name)))
  for (const id of citedBy(file)) if (!cited.has(id)) cited.set(id, file);

test('every id that code, schemas, tests and pages cite is explained', () => {
  const known = new Set(pages.flatMap(listRows));
  const unknown = [...cited].filter(([id]) => !known.has(id)).map(([id, file]) => `${id} in ${file}`);
  expect(unknown).toEqual([]);
});

test('an id is explained once on a page, and no row explains what nothing cites', () => {
  for (const page of pages) expect(listRows(page)).toEqual([...new Set(listRows(page))]);
  expect(listRows('docs/requirements.md').filter((id) => !cited.has(id))).toEqual([]);
});

test('letters of rules about addresses and decisions belong to them alone', () => {
  const letters = (ids: readonly string[]) => new Set(ids.map((id) => id[0]));
  const own = ['A', 'L', 'M', 'P', 'W'];
  expect([...letters(listRows('docs/requirements.md'))].filter((letter) => own.includes(letter ?? ''))).toEqual([]);
});

test('a comment gives its reason first and its id after that', () => {
  const backwards = files
    .filter((file) => /\.(?:ts|tsx|mjs|css)$/.test(file))
    .flatMap((file) =>
      (read(file).match(COMMENT) ?? [])
        .filter(
          (comment) => /^[/*\s]*[A-Z]\d{1,2}\b/.test(comment) && !NAMES.has(/[A-Z]\d{1,2}/.exec(comment)?.[0] ?? ''),
        )
        .map((comment) => `${file}: ${comment}`),
    );
  expect(backwards).toEqual([]);
});
