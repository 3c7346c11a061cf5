import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import { journeyFile, journeyRoot, journeyTexts } from '#tests/helpers/journey-project.ts';
import { toEdits, toFinding } from './journey-mistake.ts';
import { journeyMistakes } from './journey-mistakes.ts';
import { MistakenProject, expectOneFinding } from './mistaken-project.ts';

const project = new MistakenProject('tests/invalid-projects/project', journeyRoot);
for (const file of listPaths('.', journeyTexts)) project.add(file, readFileSync(file, 'utf8'));
afterAll(() => project.remove());

test('The journey without a mistake has no finding', async () => {
  expect(await project.check()).toEqual({ code: 0, lines: ['0 errors, 0 warnings.'] });
});

test('There are more than twenty-five mistakes in a journey, and each has a name of its own', () => {
  const names = new Set(journeyMistakes.map(({ name }) => name));
  expect([names.size, names.size > 25]).toEqual([journeyMistakes.length, true]);
});

test.each(journeyMistakes)('$name gives one finding at its place', async (mistake) => {
  expectOneFinding(await project.withMistake(toEdits(mistake), () => project.check()), toFinding(mistake));
});

test('A document that no journey has is found at its beginning', async () => {
  const file = 'pages-config/journeys/registraton.json';
  project.add(file, readFileSync(join(project.root, journeyFile), 'utf8'));
  const found = await project.check();
  rmSync(join(project.root, file));
  expectOneFinding(found, {
    at: `${file}:1:1`,
    rule: 'journey-document',
    says: ['no journey called "registraton"', 'Did you mean "registration"?'],
  });
});

test('A journey whose forms are shown and whose document is missing is found by the name of the file', async () => {
  const path = join(project.root, journeyFile);
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  const found = await project.check();
  const misnamed = 'pages-config/journeys/registrations.json';
  project.add(misnamed, text);
  const renamed = await project.check();
  rmSync(join(project.root, misnamed));
  writeFileSync(path, text);
  expectOneFinding(renamed, { at: `${misnamed}:1:1`, rule: 'journey-document', says: ['"registrations"'] });
  expectOneFinding(found, {
    at: `${journeyFile}:1:1`,
    rule: 'journey-document',
    says: ['shows the form', 'is missing', 'docs/journeys.md'],
  });
});

test('A refusal that one language lacks is found where it is written', async () => {
  const edit = { file: 'locales/sv/refusals.json', find: '"referrer"', write: '"referrers"' };
  const { lines } = await project.withMistake([edit], () => project.check());
  expect(lines.filter((line) => line.includes('refusals.'))).toEqual([
    expect.stringMatching(
      /^locales\/sv\/refusals\.json:\d+:3 .*"refusals\.referrers" is written in "sv" but not .* Did you mean "refusals\.referrer"\? One more finding/,
    ),
  ]);
});
