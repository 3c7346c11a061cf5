import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MistakenProject } from './mistaken-project.ts';

/* A site with a landing template, which it has neither the links nor the policy nor the fragment of. */

const TEMPLATE = 'landing-templates/saas';
const project = new MistakenProject('tests/invalid-projects/project');
cpSync(TEMPLATE, join(project.root, TEMPLATE), { recursive: true });
afterAll(() => project.remove());

const places = async (): Promise<readonly string[]> =>
  (await project.check()).lines.slice(0, -1).map((line) => line.split('  ', 3).join(' '));

const mistakes: readonly (readonly [file: string, find: string, write: string, expected: string])[] = [
  ['landing.json', '"version": 4,', '"version": 4', 'landing.json:4:3 error json'],
  ['landing.json', '"type": "hero"', '"type": "heroo"', 'landing.json:23:15 error unknown-block'],
  ['landing.json', '"template.hero.title"', '"template.hero.titel"', 'landing.json:26:16 error unknown-text'],
  ['landing.json', '"id": "product"', '"id": "customers"', 'landing.json:53:13 error duplicate-id'],
  ['landing.json', 'template/planning.jpg', 'template/plan.jpg', 'landing.json:32:16 error unknown-image'],
  [
    'landing.json',
    '"template.header.nav.3.label", "to": "#prices"',
    '"template.header.nav.3.label", "to": "#price"',
    'landing.json:15:57 error broken-anchor',
  ],
  ['landing.json', '"layout": "default",', '"layout": "default",\n  "slug": "saas",', 'landing.json:5:3 error schema'],
  ['landing.json', 'template/planning.jpg', 'template/week.jpg', 'images/planning.jpg:1:1 warning unused-document'],
  ['brand.json', '"accent": "#2F43C7"', '"accent": "#2F43C"', 'brand.json:10:15 error schema'],
  ['brand.json', '"headlines": "text"', '"headlines": "texts"', 'brand.json:2:3 error schema'],
  ['brand.json', '"day": {', '"day": ', 'brand.json:5:17 error json'],
  ['form.json', '"retention"', '"retentions"', 'form.json:62:3 error schema'],
  ['claims.json', '"value": 0.12', '"value": 12', 'claims.json:57:14 error claims'],
  ['claims.json', '"saasStudioMonthly"', '"saasStudioMonthy"', 'claims.json:2:3 error claims'],
  ['claims.json', '"value": 18,', '"value": 18', 'claims.json:4:5 error json'],
  ['texts/sv.json', '"hero.title"', '"hero.titel"', 'texts/sv.json:8:3 error extra-locale'],
  ['texts/de.json', '"hero.title": "', '"hero.title": "<b>', 'texts/de.json:8:18 error text-markup'],
];

test('Each mistake in a landing template is one finding, at the file of the template', async () => {
  expect(await places()).toEqual([]);
  for (const [file, find, write, expected] of mistakes) {
    const edit = { file: `${TEMPLATE}/${file}`, find, write };
    expect([find, await project.withMistake([edit], places)]).toEqual([find, [`${TEMPLATE}/${expected}`]]);
  }
});

test('A template without a landing, a file of it under another name, a copy of its folder and a file beside it are findings', async () => {
  const [landing, other] = ['landing.json', 'landing copy.json'].map((file) => join(project.root, TEMPLATE, file)) as [
    string,
    string,
  ];
  renameSync(landing, other);
  expect(await places()).toEqual([`${TEMPLATE}/landing copy.json:1:1 error stray-file`]);
  renameSync(other, landing);
  const copy = join(project.root, 'landing-templates/saas copy');
  cpSync(join(project.root, TEMPLATE), copy, { recursive: true });
  cpSync(landing, join(project.root, 'landing-templates/landing.json'));
  expect(await places()).toEqual([
    'landing-templates/landing.json:1:1 error stray-file',
    'landing-templates/saas copy/landing.json:1:1 error stray-file',
  ]);
  rmSync(copy, { recursive: true });
  rmSync(join(project.root, 'landing-templates/landing.json'));
  renameSync(landing, join(project.root, 'landing.json'));
  expect(await places()).toEqual([`${TEMPLATE}/landing.json:1:1 error unreadable-file`]);
});
