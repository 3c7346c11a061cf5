import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
/** Programs of others, which have a help of their own, and what only runs other scripts. */
const others = ['typecheck', 'lint', 'format', 'dead', 'validate'];
/** Arguments belong to the last program of a script. */
const ours = Object.entries(scripts)
  .filter(([name]) => !others.includes(name))
  .map(([name, script]) => [name, (/ (\S+\.ts\b.*)$/.exec(script)?.[1] ?? '').split(' ')] as const);

interface Ran {
  readonly code: number;
  readonly output: string;
}

const run = (...args: string[]): Promise<Ran> =>
  promisify(execFile)(process.execPath, args, { cwd: root }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  );

describe.concurrent.each(ours)('npm run %s', (name, script) => {
  test('says with --help how it is called, and does nothing else', async () => {
    const { code, output } = await run(...script, '--help');
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^\\S.*\\.\n\n {2}npm run ${name}\\b`));
  });

  test('refuses an option that it does not have in words, with exit code 2', async () => {
    const { code, output } = await run(...script, '--colour=red');
    expect([code, output]).toEqual([2, expect.stringContaining(`${name}: There is no option "--colour".`)]);
    expect(output).not.toContain('    at ');
  });
});
