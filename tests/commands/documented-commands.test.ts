import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const pages = ['docs/**/*.md', '*.md', 'deploy/**/*'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** `npm run code -- list ANNA-50`, up to the end of the line, of the example or of the sentence; lines that go on are joined. */
const CALL = /\bnpm (?:run )?(start|test|[a-z][a-z-]*(?<=run [a-z-]+))(?: -- ((?:[^\s`|)#>&;"]+ ?)*))?/g;

/** Script → what the documentation calls it with. */
const called = new Map<string, Set<string>>();
for (const page of pages)
  for (const [, name = '', rest = ''] of readFileSync(page, 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .matchAll(CALL)) {
    const calls = called.get(name) ?? new Set();
    called.set(name, calls.add(rest.trim()));
  }

/** Programs of others say themselves what they take. */
const ours = [...called].filter(([name]) => /\.ts\b/.test(scripts[name] ?? ''));

test('every command that the documentation names is a script of the project', () => {
  expect(called.size).toBeGreaterThan(25);
  expect([...called.keys()].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

describe.concurrent.each(ours)('npm run %s', (name, calls) => {
  test('takes the words and options that the documentation calls it with', async () => {
    const script = (/ (\S+\.ts\b.*)$/.exec(scripts[name] ?? '')?.[1] ?? '').split(' ');
    const { stdout } = await promisify(execFile)(process.execPath, [...script, '--help'], { cwd: root });
    const unknown = [...calls].flatMap((call) => {
      const words = call.split(/\s+/).filter((word) => word !== '');
      const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*$/, ''));
      // A first word in lower case is a command of its own; others are names, addresses and files.
      const [first = ''] = words;
      const isWord = /^[a-z][a-z-]*$/.test(first) && new RegExp(`npm run ${name} -- [a-z]`).test(stdout);
      return [...options, ...(isWord ? [first] : [])].filter(
        (word) => !new RegExp(`(?<![\\w-])${word}\\b`).test(stdout),
      );
    });
    expect(unknown).toEqual([]);
  });
});
