import { expect, test } from 'vitest';
import { brandFile, checkSmall, furtherBrand, swap } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const onLanding = { [landing]: swap('"layout"', '"brand": "brands/osteria", "layout"') };

test.each([
  [
    'a colour that blocks name',
    furtherBrand({ colours: { white: '#FFFFFF', slate: '#16211E', chalk: '#F4F7F6', pine: '#1F5A45' } }),
    ['brand-properties colours', 'unknown-colour night.accent'],
  ],
  [
    'a link of the site',
    furtherBrand({ links: { impressum: 'landings/default' } }),
    ['brand-properties links.impressum'],
  ],
  ['texts of its own', furtherBrand({ address: { de: 'du' } }), ['brand-properties address']],
  ['contrast', furtherBrand({}, { onAccent: '#8AA79B' }), ['low-contrast day.onAccent']],
  ['a page to return to', furtherBrand({ home: 'pages/abuot' }), ['unknown-document home']],
  ['a logo', furtherBrand({ image: { src: 'images/sattin.jpg', decorative: true } }), ['unknown-image image.src']],
])('A further brand without %s is one mistake', (_, brand, expected) => {
  const findings = checkSmall({ ...onLanding, [brandFile]: brand });
  expect(findings.map(({ rule, file, path }) => [file, `${rule} ${path}`])).toEqual(
    expected.map((finding) => [brandFile, finding]),
  );
});

test('The brand of the site states no name, which is in the site document', () => {
  const findings = checkSmall({ 'pages-config/brand.json': swap('"emblem"', '"name": "Osteria", "emblem"') });
  expect(findings).toMatchObject([{ rule: 'brand-properties', path: 'name', file: 'pages-config/brand.json' }]);
});

test('A page of a further brand does not name the site in its title', () => {
  const findingsOf = (title: string) =>
    checkSmall({
      ...onLanding,
      [brandFile]: furtherBrand(),
      'locales/en/landing.json': swap('"Private sales"', title),
    }).filter(({ rule }) => rule === 'brand-properties');
  expect(findingsOf('"The menu · {site}"')).toEqual([]);
  expect(findingsOf('"The menu · Example House"')).toMatchObject([
    { file: 'locales/en/landing.json', path: 'title', suggestion: 'The menu · {site}' },
  ]);
});

test('Two brands do not give different images of mails the same file name', () => {
  const emblem = (folder: string) => ({ mails: { emblem: `pages-config/brand/${folder}/emblem.png` } });
  const own = swap('"address"', `"mails": ${JSON.stringify(emblem('club').mails)}, "address"`);
  const check = (folder: string) =>
    checkSmall({ ...onLanding, 'pages-config/brand.json': own, [brandFile]: furtherBrand(emblem(folder)) });
  expect(check('club')).toEqual([]);
  expect(check('osteria')).toMatchObject([{ rule: 'brand-properties', path: 'mails.emblem', file: brandFile }]);
});
