import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { run } from '#engine/cli/check/index.ts';
import { type Mistake, mistakes } from './mistakes.ts';

const root = mkdtempSync(join(tmpdir(), 'mistakes-'));
cpSync('tests/mistakes/project', root, { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

/** Runs the command on the project and gives what a person sees, line by line. */
async function check(...args: string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const code = await run(args, root, { write, colours: false });
  return { code, lines: text.trimEnd().split('\n') };
}

/** Makes one mistake, and takes it back when the check is done. */
async function withMistake<T>({ file, find, write }: Mistake, then: () => Promise<T>): Promise<T> {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  expect(before.split(find).length, `${find} stands once in ${file}`).toBe(2);
  writeFileSync(
    path,
    before.replace(find, () => write),
  );
  try {
    return await then();
  } finally {
    writeFileSync(path, before);
  }
}

test('The project without a mistake has no finding', async () => {
  expect(await check()).toEqual({ code: 0, lines: ['0 errors, 0 warnings.'] });
});

test('There are more than twenty mistakes, and each has a name of its own', () => {
  const names = new Set(mistakes.map((mistake) => mistake.name));
  expect([names.size, names.size > 20]).toEqual([mistakes.length, true]);
});

test.each(mistakes)('$name gives one finding at its place', async (mistake) => {
  const { code, lines } = await withMistake(mistake, () => check());
  const [line = '', summary, ...others] = lines;
  expect(others).toEqual([]);
  expect(line.split('  ', 3)).toEqual([mistake.at, mistake.severity ?? 'error', mistake.rule]);
  for (const words of mistake.says) expect(line).toContain(words);
  expect([code, summary?.split('.')[0]]).toEqual(
    mistake.severity === 'warning' ? [0, '0 errors, 1 warning'] : [1, '1 error, 0 warnings'],
  );
});

test('The command line answers the same as a process of its own', async () => {
  const [mistake] = mistakes;
  if (mistake === undefined) throw new Error('There is no mistake to make.');
  const script = `import { run } from '#engine/cli/check/index.ts'; process.exitCode = await run([], process.argv[1]);`;
  await withMistake(mistake, async () => {
    const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, root]);
    await expect(child).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(mistake.at) as string });
  });
});
