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

test('Letters of a language that a font does not draw are named once, with what browsers take instead', () => {
  expect(findings('Λόγος, λόγος', latin)).toEqual([
    expect.objectContaining({
      rule: 'font-letters',
      severity: 'warning',
      file: 'pages-config/brand.json',
      path: 'fonts.text.subsets',
      message:
        'The font "Instrument Sans" (latin, latin-ext) lacks 6 letters of the texts in "sv": Λ γ λ ο ς ό. Browsers draw them with Arial, sans-serif.',
    }),
  ]);
});

test('A font that draws them, and signs other than letters, give no finding', () => {
  expect(findings('Λόγος ☞ →', new Set([...latin, ...characters('Λόγος')]))).toEqual([]);
});
