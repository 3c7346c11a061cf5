import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run as check } from '#engine/cli/check/index.ts';
import { createFromTemplate } from '#engine/cli/new/landing-template.ts';
import { isObject, selectObjects } from '#engine/documents/json.ts';
import { buildLanding } from '#engine/documents/landing-templates/build-landing.ts';
import { readTemplate } from '#engine/documents/landing-templates/read-template.ts';
import { root as project } from '#server/platform/paths.ts';
import { siteWithTemplates, templates } from '#tests/helpers/templates-site.ts';

const fixtures = join(project, 'tests/fixtures');
const languages = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'];

const read = (template: string, file: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(readFileSync(join(project, 'landing-templates', template, file), 'utf8'));
  if (!isObject(value)) throw new Error(`${file} of ${template} is no object.`);
  return value;
};

test.each([
  ['this site', project],
  ['a fair', join(fixtures, 'sites/fair')],
])('Landings of all templates leave nothing to find in %s', async (_name, root) => {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const folder = siteWithTemplates(root);
  await check(['--format', 'json'], folder, { write, colours: false });
  // Findings about the site itself are another test's.
  const ofTemplates = new RegExp(`\\b(?:${templates.join('|')})[./]|^pages-config/site`);
  const found = selectObjects(JSON.parse(text)).filter(({ file }) => ofTemplates.test(String(file)));
  expect(found.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
});

test.each(templates)('The template "%s" is a whole page whose sections take turns, in every language', (template) => {
  const types = selectObjects(read(template, 'landing.json')['blocks']).flatMap(({ type }) =>
    typeof type === 'string' && type !== 'header' && type !== 'footer' ? [type] : [],
  );
  expect(types.length).toBeGreaterThanOrEqual(12);
  expect(types.length).toBeLessThanOrEqual(14);
  expect(types.filter((type, index) => type === types[index - 1])).toEqual([]);
  const [keys, ...others] = languages.map((locale) => Object.keys(read(template, `texts/${locale}.json`)));
  for (const other of others) expect(other).toEqual(keys);
  for (const locale of languages)
    expect(JSON.stringify(read(template, `texts/${locale}.json`))).not.toMatch(/cercle|maison|\bmember\b|mitglied/i);
});

test('A site gets its own languages and only what leads somewhere; what is left to do is said', () => {
  const root = join(fixtures, 'second-site');
  const { created, changed, next } = createFromTemplate(
    { name: 'agency', root, source: { documents: ['landings/default'] } },
    'saas',
    project,
  );
  expect([...created.keys()].filter((file) => file.startsWith('locales/'))).toEqual([
    'locales/en/agency.json',
    'locales/he/agency.json',
  ]);
  const written = [...created.values()].join('\n');
  // This site has neither legal links nor policies nor a question about consent.
  for (const missing of ['link:privacy', '"footer"', 'policy', 'fragments/consent'])
    expect(written).not.toContain(missing);
  expect(written).toContain('"slug": "agency"');
  expect(written).not.toContain('template.');
  expect(changed.get('pages-config/site.json')).toContain('"saasStudioMonthly"');
  // Emblem and fonts of the site in the colours of the template.
  const brand: unknown = JSON.parse(String(created.get('pages-config/brands/agency.json')));
  const text = { family: 'Heebo' };
  expect(brand).toMatchObject({ emblem: { size: 24 }, day: { accent: '#2F43C7' }, fonts: { display: text, text } });
  expect(next.join('\n')).toContain('The template has no texts in "he"');
});

test('A link in a text that the site does not have becomes its words', () => {
  const build = (links: Readonly<Record<string, string>>): string | undefined => {
    const site = JSON.stringify({ locales: { available: ['en'] }, policies: { privacy: {} }, links });
    const input = { name: 'agency', site, documents: [], today: '2026-12-01', imagePath: (file: string) => file };
    return buildLanding(readTemplate(project, 'saas'), input).created.get('locales/en/agency.json');
  };
  expect(build({ privacy: '/privacy' })).toContain('More in the <link:privacy>privacy policy</link:privacy>.');
  expect(build({})).toContain('More in the privacy policy.');
});
