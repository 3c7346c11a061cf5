import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verbs } from './verbs.ts';

const EXPORTED = /^export (?:async |abstract )?(?:function|const|class|interface|type|enum) (\w+)/gm;

/** Code that a command writes. */
const WRITES_CODE = /^engine\/cli\/gen\//;

/** What repeats a name on purpose: each command has the same parts, a rule is called like what it checks, a migration like the one before. */
const ALIKE = /^engine\/cli\/\w+\/index\.ts$|\/rules\/|\/migrations\/|\.test\.ts$|\.d\.ts$/;

/** One idea on both sides of a border that neither may cross. */
const allowed: Readonly<Record<string, string>> = {
  writeCookie: 'the browser and the server both write one',
  usage: 'what a command prints about itself',
  admin: 'the guard and the resolvers of the staff',
};

test('an exported name of the engine, the server and the commands has one meaning', () => {
  const files = new Map<string, Set<string>>();
  for (const file of globSync('{engine,server,commands}/**/*.ts').filter((path) => !ALIKE.test(path))) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of (WRITES_CODE.test(file) ? text.replaceAll(/`[^`]*`/g, '') : text).matchAll(EXPORTED))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  expect(files.size).toBeGreaterThan(1_000);
  const twice = [...files].filter(([, places]) => places.size > 1);
  expect(twice.filter(([name]) => allowed[name] === undefined).map(([name, places]) => [name, ...places])).toEqual([]);
  expect(Object.keys(allowed).filter((name) => !twice.some(([each]) => each === name))).toEqual([]);
});

const EXPORTED_FUNCTION =
  /^export (?:async )?function\*? ([a-z]\w*)|^export const ([a-z]\w*) = (?:async )?(?:<.*?>)?(?:\(.*=>|\($|\w+ =>)/gm;

/** Functions that bear the name of what they compute, as in mathematics, or the name of a folder or convention. */
const NOUNS: Readonly<Record<string, string>> = {
  cx: 'joins names of classes, as in many projects with CSS modules',
  data: 'a hook of Vike',
  deepFreeze: 'as in the documentation of Object.freeze',
  hash8: 'as sha256',
  minNullable: 'as Math.min',
  sha256: 'as the algorithm',
  shadowedCodes: 'a use case, named by its folder',
};
/** Mathematical functions, the language of settings, and actions of admin pages that are named by their folders. */
const NAMED_OTHERWISE =
  /^engine\/experiments\/statistics\/|^server\/platform\/settings\/setting\.ts$|\/actions\/|\/migrations\//;

test('an exported function is named by a verb', () => {
  const functions = globSync('{engine,blocks,server,commands,journeys}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.|\.d\.ts$/.test(file) && !NAMED_OTHERWISE.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(EXPORTED_FUNCTION)].map(([, declared, assigned = '']) => ({
        file,
        name: declared ?? assigned,
      })),
    );
  expect(functions.length).toBeGreaterThan(1_500);
  const nouns = functions.filter(({ name }) => !verbs.has(/^[a-z0-9]+/.exec(name)?.[0] ?? ''));
  expect(nouns.filter(({ name }) => NOUNS[name] === undefined)).toEqual([]);
  expect(Object.keys(NOUNS).filter((name) => !nouns.some((each) => each.name === name))).toEqual([]);
});

test('a function that builds a part of an admin page says so', () => {
  const parts = globSync('{server,journeys/*}/admin/**/*.ts')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(EXPORTED_FUNCTION)].map(
        ([, declared, assigned = '']) => declared ?? assigned,
      ),
    )
    .filter((name) => /(?:Form|Sections?|Table)$/.test(name));
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((name) => !/^(?:build|read)/.test(name))).toEqual([]);
});

test('a class of errors says so in its name', () => {
  const files = globSync('{engine,server,commands,journeys}/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));
  const errors = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bclass (\w+)(?:<[^>]+>)? extends \w*Error\b/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.filter((name) => !name.endsWith('Error'))).toEqual([]);
});

test('a name that a comment links to is in its file', () => {
  const links = globSync('{engine,blocks,server,commands,journeys,tests}/**/*.{ts,tsx}').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/\{@link (\w+)\}/g)].map(([, name = '']) => name);
    return names.map((name) => ({ file, name, isThere: new RegExp(`(?<!@link )\\b${name}\\b`).test(text) }));
  });
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter(({ isThere }) => !isThere)).toEqual([]);
});
