import { expect, test } from 'vitest';
import { MistakenProject } from '#tests/invalid-projects/mistaken-project.ts';
import { readProject } from '../../read-project.ts';
import { resolve } from '../../resolve.ts';
import { shortFindings, smallProject } from '#tests/helpers/small-project.ts';

test('A copy with a space in its name is not a document, whatever it holds', () => {
  expect(shortFindings({ 'pages-config/fragments/header copy.json': {} })).toEqual([
    'stray-file fragments/header copy.json ',
  ]);
});

test('An unused file is reported', () => {
  const strays = ['locales/de/site.yaml', 'images/satin.JPG'];
  const result = resolve({ ...smallProject(), strays });
  expect(result.ok ? [] : result.findings).toMatchObject([
    { rule: 'stray-file', file: 'images/satin.JPG', line: 1 },
    { rule: 'stray-file', file: 'locales/de/site.yaml', line: 1 },
  ]);
});

test('A video among images, and an image among videos, name the folder where they belong', () => {
  const strays = ['images/tour.mp4', 'videos/tour.jpg'];
  const result = resolve({ ...smallProject(), strays });
  expect(result.ok ? [] : result.findings).toMatchObject([
    { file: 'images/tour.mp4', suggestion: 'videos/tour.mp4' },
    { file: 'videos/tour.jpg', suggestion: 'images/tour.jpg' },
  ]);
});

test('Strays are found where documents, texts and images lie; hidden files are left alone', async () => {
  const project = new MistakenProject('tests/invalid-projects/project');
  const strays = ['images/a.tiff', 'locales/en/site.yaml', 'pages-config/pages/new.JSON'];
  for (const file of [...strays, 'images/.DS_Store', 'pages-config/.gitkeep']) project.add(file, '{}');
  expect((await readProject(project.root)).strays).toEqual(strays);
  project.remove();
});
