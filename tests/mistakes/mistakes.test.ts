import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { MistakenProject, expectOneFinding } from './mistaken-project.ts';
import { mistakes } from './mistakes.ts';

const project = new MistakenProject('tests/mistakes/project');
afterAll(() => project.remove());

test('The project without a mistake has no finding', async () => {
  expect(await project.check()).toEqual({ code: 0, lines: ['0 errors, 0 warnings.'] });
});

test('There are more than twenty mistakes, and each has a name of its own', () => {
  const names = new Set(mistakes.map((mistake) => mistake.name));
  expect([names.size, names.size > 20]).toEqual([mistakes.length, true]);
});

test.each(mistakes)('$name gives one finding at its place', async (mistake) => {
  expectOneFinding(await project.withMistake([mistake], () => project.check()), mistake);
});

test('The command line answers the same as a process of its own', async () => {
  const [mistake] = mistakes;
  if (mistake === undefined) throw new Error('There is no mistake to make.');
  const script = `import { run } from '#engine/cli/check/index.ts'; process.exitCode = await run([], process.argv[1]);`;
  await project.withMistake([mistake], async () => {
    const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, project.root]);
    await expect(child).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(mistake.at) as string });
  });
});
