import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import { smallProject, swap } from '#tests/helpers/small-project.ts';

const characters = (...texts: readonly string[]): ReadonlySet<number> =>
  new Set(texts.flatMap((text) => [...text].map((letter) => letter.codePointAt(0) ?? 0)));
const latin = characters(...Array.from({ length: 0x17f }, (_, code) => String.fromCodePoint(code)));

function findings(text: string, drawn: ReadonlySet<number>) {
  const project = smallProject({ 'locales/sv/site.json': swap('"login": "', `"login": "${text} `) });
  const result = resolveOn(
    { ...project, fonts: new Map([['text', { axes: { wght: { min: 1, max: 999 } }, characters: drawn }]]) },
    undefined,
  );
  return result.ok ? result.warnings : result.findings;
}

test('Letters that a font does not draw are named once, at the text that has them, with what browsers take instead', () => {
  expect(findings('Λόγος, λόγος', latin)).toEqual([
    expect.objectContaining({
      rule: 'font-letters',
      severity: 'warning',
      file: 'locales/sv/site.json',
      path: 'login',
      message:
        'The font "Instrument Sans" (latin, latin-ext) lacks 6 letters of this text: Λ (U+039B), γ (U+03B3), λ (U+03BB), ο (U+03BF), ς (U+03C2), ό (U+03CC). Browsers draw them with Arial, sans-serif.',
    }),
  ]);
});

test('A font that draws them, and signs other than letters, give no finding', () => {
  expect(findings('Λόγος ☞ →', new Set([...latin, ...characters('Λόγος')]))).toEqual([]);
});

test('Letters that came with one text into all languages are one finding, which names the others', () => {
  const languages = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'];
  const project = smallProject(
    Object.fromEntries(
      languages.map((language) => [`locales/${language}/site.json`, swap('"login": "', '"login": "Ω ')]),
    ),
  );
  const font = { axes: { wght: { min: 1, max: 999 } }, characters: latin };
  const result = resolveOn(
    {
      ...project,
      fonts: new Map([
        ['text', font],
        ['display', font],
      ]),
    },
    undefined,
  );
  expect(result.ok && result.warnings).toMatchObject([
    { rule: 'font-letters', file: 'locales/en/site.json', path: 'login' },
  ]);
  expect(result.ok && result.warnings[0]?.message).toMatch(/^The fonts .+ lack a letter .+ Also in .+ and 3 more\.$/);
});

test('Letters of many texts are one finding at the subsets of the font', () => {
  const texts = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key${index}`, `Zażółć ${index}`]));
  const languages = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'];
  const project = smallProject(
    Object.fromEntries(languages.map((language) => [`locales/${language}/more.json`, texts])),
  );
  const ascii = characters(...Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code)));
  const result = resolveOn({ ...project, fonts: new Map([['text', { axes: {}, characters: ascii }]]) }, undefined);
  const found = (result.ok ? result.warnings : result.findings).filter(({ rule }) => rule === 'font-letters');
  expect(found).toEqual([expect.objectContaining({ file: 'pages-config/brand.json', path: 'fonts.text.subsets' })]);
});
