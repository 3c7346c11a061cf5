import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readScript } from '#tests/helpers/read-script.ts';

const root = join(import.meta.dirname, '../..');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
/** Programs of others, which have a help of their own, and what only runs other scripts. */
const others = ['typecheck', 'lint', 'format', 'dead', 'validate'];
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

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Calls a script as npm does: what V8 compiled is kept by what is loaded before it. */
const run = (name: string, ...more: string[]): Promise<Ran> =>
  promisify(execFile)(process.execPath, [...readScript(root, name), ...more], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  );

test('every command that the documentation names is a script of the project', () => {
  expect(called.size).toBeGreaterThan(25);
  expect([...called.keys()].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

const own = Object.keys(scripts)
  .filter((name) => !others.includes(name))
  .map((name, index) => ({ name, index }));

describe.concurrent.each(own)('npm run $name', ({ name, index }) => {
  test('says with --help how it is called, which is what the documentation calls it with, and does nothing else', async () => {
    const { code, output } = await run(name, '--help');
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^\\S.*\\.\n\n {2}npm run ${name}\\b`));
    const unknown = [...(called.get(name) ?? [])].flatMap((call) => {
      const words = call.split(/\s+/).filter((word) => word !== '');
      const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*$/, ''));
      // A first word in lower case is a command of its own; others are names, addresses and files.
      const [first = ''] = words;
      const isWord = /^[a-z][a-z-]*$/.test(first) && new RegExp(`npm run ${name} -- [a-z]`).test(output);
      return [...options, ...(isWord ? [first] : [])].filter(
        (word) => !new RegExp(`(?<![\\w-])${word}\\b`).test(output),
      );
    });
    expect(unknown).toEqual([]);
  });

  // All of them read options alike, and each is a process: one of four stands for the others. A proof loads what all of them need.
  test.skipIf(name === 'prove' || index % 4 > 0)(
    'refuses an option that it does not have in words, with exit code 2',
    async () => {
      const { code, output } = await run(name, '--colour=red');
      expect([code, output]).toEqual([2, expect.stringContaining(`${name}: There is no option "--colour".`)]);
      expect(output).not.toContain('    at ');
    },
  );
});
