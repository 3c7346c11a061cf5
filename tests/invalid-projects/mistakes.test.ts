import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { MistakenProject, expectOneFinding } from './mistaken-project.ts';
import { addedMistakes } from './added-file-mistakes.ts';
import { authorMistakes } from './author-mistakes.ts';
import { campaignMistakes } from './form-and-campaign-mistakes.ts';
import { furtherMistakes } from './further-mistakes.ts';
import { journeyMistakes } from './journey-mistakes.ts';
import { nearMistakes } from './near-mistakes.ts';
import { changedMistakes } from './document-and-file-mistakes.ts';

const project = new MistakenProject('tests/invalid-projects/project');
afterAll(() => project.remove());

test('The project without a mistake has no finding', async () => {
  expect(await project.check()).toEqual({ code: 0, lines: ['0 errors, 0 warnings.'] });
});

test('With those near to them and those in journeys there are at least two hundred and fifty mistakes, each with a name of its own', () => {
  const all = [
    ...[...changedMistakes, ...addedMistakes].map(({ name }) => name),
    ...[...nearMistakes, ...furtherMistakes, ...authorMistakes, ...campaignMistakes].map(([name]) => name),
    ...journeyMistakes.map(({ name }) => `${name}, in a journey`),
  ];
  const names = new Set(all);
  expect([names.size, names.size >= 250]).toEqual([all.length, true]);
});

test.each(changedMistakes)('$name gives one finding at its place', async (mistake) => {
  expectOneFinding(await project.withMistake([mistake], () => project.check()), mistake);
});

test.each(addedMistakes)('$name gives one finding at its place', async (mistake) => {
  expectOneFinding(await project.withFile(mistake, () => project.check()), mistake);
});

test('A mistake in one block hides no mistake of another one', async () => {
  const file = 'pages-config/landings/default.json';
  const edits = [
    { file, find: '"grade": "dark"', write: '"grade": "drak"' },
    { file, find: '"id": "steps"', write: '"id": "header"' },
    { file, find: '"lead": "landing.labels"', write: '"lead": "landing.labels", "area": "contents"' },
    { file: 'pages-config/landings/summer.json', find: ', "pin": "0701efed6dd9"', write: '' },
  ];
  const { lines } = await project.withMistake(edits, () => project.check());
  expect(lines.map((line) => line.split('  ')[2])).toEqual(
    expect.arrayContaining(['schema', 'duplicate-id', 'unknown-area']),
  );
});

test('The command line answers the same as a process of its own', async () => {
  const [mistake] = changedMistakes;
  if (mistake === undefined) throw new Error('There is no mistake to make.');
  const script = `import { run } from '#engine/cli/check/index.ts'; process.exitCode = await run([], process.argv[1]);`;
  await project.withMistake([mistake], async () => {
    const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, project.root]);
    await expect(child).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(mistake.at) as string });
  });
});
