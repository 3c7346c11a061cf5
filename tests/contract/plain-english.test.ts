import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import { type Place, terms } from './terms.ts';

const root = join(import.meta.dirname, '../..');

/** Texts of visitors have rules of their own; records of the past and generated files say what their sources say. */
const LEFT_OUT =
  /^(?:locales|journeys\/[^/]+\/locales|pages-config|schemas\/generated|tests\/fixtures|tests\/prove\/same|tests\/contract\/terms\.ts|docs\/verification\.md|CHANGELOG\.md|package)/;
/** Decisions and measured figures are records. */
const DOCS = /^(?:docs\/(?!decisions\/|verification\.md)|[A-Z]+\.md$)/;
/** Subjects before this day are records. */
const COMMITS_SINCE = '2026-11-28';

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs|css|md|json|graphql|ya?ml)$/.test(file) && !LEFT_OUT.test(file));
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
/** Prose of a page: code, titles of tests behind their file, addresses of links, and ids of rules as titles are names. */
const NAMES = /```[\s\S]*?```|`[^`\n]*`(?: · [^|\n]*?(?=<br>| \|))?|\]\([^)\n]*\)|^# [a-z-]+$/gm;
const readProse = (page: string): string => page.replaceAll(NAMES, blank);

/** Prose of the comments of a file, each at its line. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g;
function readComments(text: string): string {
  let comments = '';
  let end = 0;
  for (const { 0: comment, index } of text.matchAll(COMMENT)) {
    comments += blank(text.slice(end, index)) + readProse(comment);
    end = index + comment.length;
  }
  return comments;
}

const subjects = (): readonly (readonly [string, string])[] =>
  execFileSync('git', ['log', `--since=${COMMITS_SINCE}`, '--format=%h %s'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);

/** What administrators read in English, by file and key; names of placeholders are not shown. */
function adminTexts(): readonly (readonly [string, string])[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, unknown>>;
  const own = listPaths(root, ['locales/en/{admin,staff}.json', 'journeys/*/locales/en/*.json']).flatMap((file) =>
    Object.entries(read(file)).map(([key, text]) => [`${file} ${key}`, String(text)] as const),
  );
  const shared = 'blocks/data-view/strings.json';
  const ofBlock = Object.entries(read(shared)).map(
    ([key, text]) => [`${shared} ${key}`, (text as { readonly en: string }).en] as const,
  );
  return [...own, ...ofBlock].map(([name, text]) => [name, text.replaceAll(/\{\w+\}/g, '')]);
}

/** Names that code declares, for itself or for other files, word by word, such as `page Handler`. */
const DECLARED =
  /^ *(?:export )?(?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) +([\w$]+)/gm;
const splitName = (name: string): string => `${name.replaceAll(/_|(?<=[a-z\d])(?=[A-Z])/g, ' ')} `;
const declaredNames = (): readonly (readonly [string, string])[] =>
  texts
    .filter(([file]) => /^(?:engine|server|journeys|commands|blocks)\/.*(?<!\.test)\.tsx?$/.test(file))
    .map(([file, text]) => [
      file,
      text
        .split('\n')
        .map((line) => [...line.matchAll(DECLARED)].map(([, name = '']) => splitName(name)).join(''))
        .join('\n'),
    ]);

/** Titles of tests and of groups of them, of tables of cases, too. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*(?:\((?:[^()'"`]|\([^()]*\))*\))?|^ *\]\))\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/gm;
const titles = (): readonly (readonly [string, string])[] =>
  texts
    .filter(([file]) => /\.test\.tsx?$/.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(TITLE)].map(({ 1: single, 2: double, 3: template, index }) => [
        `${file}:${text.slice(0, index).split('\n').length}`,
        single ?? double ?? template ?? '',
      ]),
    );

const readAt: Readonly<Record<Place, () => readonly (readonly [string, string])[]>> = {
  everywhere: () => texts,
  code: () => texts.filter(([file]) => /\.(?:tsx?|mjs|graphql|json)$/.test(file)),
  comments: () =>
    texts.filter(([file]) => /\.(?:tsx?|mjs|css)$/.test(file)).map(([file, text]) => [file, readComments(text)]),
  titles,
  docs: () => texts.filter(([file]) => DOCS.test(file)).map(([file, text]) => [file, readProse(text)]),
  commits: subjects,
  admin: adminTexts,
  names: declaredNames,
};

describe.each(['everywhere', 'code', 'comments', 'titles', 'docs', 'commits', 'admin', 'names'] as const)(
  'what people read (%s)',
  (place) => {
    const read = readAt[place]();
    const own = terms.filter(({ where }) => where.includes(place)).map(({ retired, use }) => ({ retired, use }));

    test.each(own)('does not say $retired where "$use" is meant', ({ retired, use }) => {
      const found = read.flatMap(([name, text]) =>
        [...text.matchAll(retired)].map(
          ({ 0: words, index }) => `${name}:${text.slice(0, index).split('\n').length} "${words.trim()}": ${use}`,
        ),
      );
      expect(found).toEqual([]);
    });
  },
);
