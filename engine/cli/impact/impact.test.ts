import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getProject } from '#engine/documents/resolve.ts';
import { type Changes, resolveSmall, swap } from '#tests/helpers/small-project.ts';
import { findImpact } from '#engine/documents/impact/find-impact.ts';
import { run } from './index.ts';

const before = getProject(resolveSmall());

/** `verdict document languages causes` of everything that is touched when these files change. */
function listImpact(changes: Changes, changed: readonly string[] = Object.keys(changes)): readonly string[] {
  const result = resolveSmall(changes);
  const findings = result.ok ? result.warnings : result.findings;
  return findImpact({ before, after: getProject(result), changed, findings }).map(
    ({ verdict, document, locales, causes }) =>
      `${verdict} ${document} ${locales.size === 7 ? 'all' : [...locales].join()} ${causes.join()}`,
  );
}

const landing = 'pages-config/landings/default.json';

test('a document touches the variants that show what changed, and breaks those whose pins no longer hold', () => {
  expect(listImpact({ [landing]: swap('"grade": "dark"', '"grade": "light"') })).toEqual([
    `changed landings/default all ${landing}`,
    `changed landings/summer all ${landing}`,
  ]);
  expect(listImpact({ [landing]: swap('"title": "landing.hero"', '"title": "landing.steps"') })).toEqual([
    `changed landings/default all ${landing}`,
    `broken landings/summer all ${landing}`,
  ]);
});

test('a block touches every page that shows it, in every language, and says nothing else', () => {
  const touched = listImpact({}, ['blocks/hero/Hero.module.css', 'blocks/hero/Hero.test.tsx']);
  expect(touched).toEqual([
    'safe landings/default all blocks/hero/Hero.module.css',
    'safe landings/summer all blocks/hero/Hero.module.css',
  ]);
  const ofJourney = 'journeys/club/blocks/hero/Hero.module.css';
  expect(listImpact({}, [ofJourney])).toEqual(touched.map((line) => line.replace(/blocks.*/, ofJourney)));
  expect(listImpact({}, ['blocks/tokens.css'])).toHaveLength(4);
  const brand = { 'pages-config/brand.json': swap('#1F5A45', '#1F5A46') };
  expect(listImpact(brand)).toHaveLength(4);
  expect(listImpact({}, ['pages-config/brands/osteria.json'])).toEqual([]);
  expect(listImpact({}, ['images/satin.jpg'])).toEqual([
    'safe landings/default all images/satin.jpg',
    'safe landings/summer all images/satin.jpg',
  ]);
});

test('a text touches the pages that show it, in its language', () => {
  const german = 'locales/de/landing.json';
  expect(listImpact({ [german]: (text) => text.replace(/"hero": "/, '"hero": "Doch, ') })).toEqual([
    `changed landings/default de ${german}`,
  ]);
});

test('a form document touches the pages that show it', () => {
  const form = 'pages-config/forms/lead.json';
  const block = { id: 'lead', type: 'form', form: 'forms/lead', title: 'landing.steps' };
  const page = 'pages-config/pages/about-us.json';
  const project = getProject(
    resolveSmall({
      [form]: { version: 4, fields: [] },
      [page]: (text) => text.replace('"blocks": [', `"blocks": [${JSON.stringify(block)}, `),
    }),
  );
  expect(findImpact({ before: project, after: project, changed: [form], findings: [] })).toMatchObject([
    { document: 'pages/about-us', verdict: 'changed', causes: [form] },
  ]);
});

test('what is new, gone or unreadable is said to be', () => {
  const copy = {
    'pages-config/landings/winter.json': readFileSync(
      'tests/invalid-projects/project/pages-config/landings/summer.json',
      'utf8',
    )
      .replaceAll('summer"', 'winter"')
      .replace('landing.winter', 'landing.summer'),
  };
  expect(listImpact(copy)).toEqual(['new landings/winter all pages-config/landings/winter.json']);
  const summer = 'pages-config/landings/summer.json';
  expect(listImpact({ [summer]: null })).toEqual([`gone landings/summer all ${summer}`]);
  expect(listImpact({ [summer]: '{' })).toEqual([`broken landings/summer all ${summer}`]);
});

test('the present files are compared with a commit', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-impact-'));
  cpSync('tests/invalid-projects/project', root, { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  const file = join(root, landing);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"grade": "dark"', '"grade": "light"'));
  let said = '';
  const output = { colours: false, write: (text: string) => void (said += text) };
  expect(await run([], root, output)).toBe(0);
  expect(said).toBe(
    [
      `changed   landings/default  all languages  ${landing}`,
      `changed   landings/summer (variant of landings/default)  all languages  ${landing}`,
      '',
      'Files that differ from HEAD: 1. Pages: 2 changed.',
      '',
    ].join('\n'),
  );
  const photographed: (readonly string[])[] = [];
  const photograph = (_: string, commit: string, groups: readonly string[]) =>
    photographed.push([commit, ...groups]) - 1;
  expect(await run([], root, output, photograph)).toBe(0);
  expect(photographed).toEqual([]);
  expect(await run(['--pictures'], root, output, photograph)).toBe(0);
  expect(photographed).toEqual([[String(git('rev-parse', 'HEAD')).trim(), 'landings/default', 'landings/summer']]);
  await expect(run(['nowhere'], root, output)).rejects.toThrow('Git knows no commit "nowhere" here.');
  rmSync(root, { recursive: true });
});
