import { expect, test } from 'vitest';
import { findClassMistakes, findStyleMistakes, findStyleMistakesIn, readSharedStyles } from './find-style-mistakes.ts';
import { readSource } from './source.ts';

const shared = readSharedStyles([
  ':root { --text: #000; --s-2: 1rem }\n.title, .eyebrow::before { margin: 0 } /* .gone { --gone: 0 } */',
]);

const reported = (css: string): readonly string[] =>
  findStyleMistakes({ file: 'blocks/badge/Badge.module.css', text: css }, shared).map(
    ({ rule, line, column, found, suggestion }) => `${rule} ${line}:${column} ${found} ${suggestion ?? ''}`.trim(),
  );

const listClassMistakes = (tsx: string): readonly string[] =>
  findClassMistakes({ file: 'blocks/badge/Badge.tsx', text: tsx }, shared).map(
    ({ rule, line, column, found, suggestion }) => `${rule} ${line}:${column} ${found} ${suggestion ?? ''}`.trim(),
  );

test('The blocks and layouts of this project have no mistake in their styles', () => {
  const { blocks, layouts } = readSource('.');
  expect(findStyleMistakesIn('.', [...blocks, ...layouts])).toEqual([]);
});

test('A brace in a quoted text or in an address opens and closes nothing', () => {
  expect(reported(`.a::before {\n  content: '{';\n  background: url(data:image/svg+xml,%3Csvg}%3E);\n}\n`)).toEqual([]);
});

test.each([
  ['a comment that stays open', '.a {\n  margin: 0;\n}\n/* b\n.b {\n  gap: 0;\n}\n/* c */', 'style-syntax 4:1 "/*"'],
  [
    'a condition without brackets',
    '@container min-width: 9rem {\n  .a {\n    margin: 0;\n  }\n}',
    'style-syntax 1:12 "min-width: 9rem"',
  ],
  [
    'importance without its mark',
    '.a {\n  color: var(--text) important;\n}',
    'style-syntax 2:22 "important" !important',
  ],
])('One finding: %s', (_, css, expected) => {
  expect(reported(css)).toEqual([expected]);
});

test.each([
  '/* as in blocks/*.css */\n.a {\n  margin: 0;\n}',
  '.a {\n  overflow: hidden;\n  overflow: clip;\n}',
  '.a {\n  width: calc(1px * sibling-index());\n}',
])('Nothing is wrong in %j', (css) => {
  expect(reported(css)).toEqual([]);
});

test('An undefined token is reported at its position, with a suggestion', () => {
  expect(reported('.a {\n  color: var(--txet);\n}')).toEqual(['style-token 2:14 "--txet" --text']);
  expect(reported('.a { --own: 1px; margin: var( --own ) var(--s-2) } /* var(--nothing) */')).toEqual([]);
  expect(reported('.a { margin: var(--gone) }')).toEqual(['style-token 1:18 "--gone"']);
});

test('A misspelt property is reported with the one that was meant, a new one of browsers is not', () => {
  expect(reported('.a {\n  font-wieght: 500;\n}')).toEqual(['style-syntax 2:3 "font-wieght" font-weight']);
  expect(reported('.a { order: 2; anchor-name: --x; -webkit-mask-clip: text; reading-flow: normal }')).toEqual([]);
});

test('A typed colour is reported, a token, a mixture and an address are not', () => {
  expect(reported('.a { color: #123456; border: 1px solid rgb(0 0 0 / 10%) }')).toEqual([
    'style-token 1:13 "#123456"',
    'style-token 1:40 "rgb(0 0 0 / 10%)"',
  ]);
  expect(
    reported(
      '.a { color: var(--text); mask: url("#gold"); background: color-mix(in srgb, var(--text) 9%, transparent) }',
    ),
  ).toEqual([]);
});

test('An address of another host is reported, one of the site is not', () => {
  expect(reported('.a { background: url("https://cdn.example/a.png") }')).toEqual([
    'style-url 1:23 "https://cdn.example/a.png"',
  ]);
  expect(reported('@import "//fonts.example/a.css";')).toEqual(['style-url 1:10 "//fonts.example/a.css"']);
  expect(reported('.a { mask: url("#a"); background: url(/assets/a.png) }')).toEqual([]);
});

test('Texts in a stylesheet are reported, punctuation and attributes are not', () => {
  expect(reported('.a::after { content: "New" }')).toEqual(['style-words 1:23 "New"']);
  expect(
    reported(`.a::after { content: '→ ' } .b::after { content: attr(data-word) } .c { justify-content: center }`),
  ).toEqual([]);
});

test('A class that no shared stylesheet has is reported, classes of the block and shared ones are not', () => {
  expect(listClassMistakes('<p className="title eyebrw">')).toEqual(['style-class 1:21 "eyebrw" eyebrow']);
  expect(listClassMistakes(`<p className={cx(css.a, open && 'tilte', css['b'])}>`)).toEqual([
    'style-class 1:34 "tilte" title',
  ]);
  expect(listClassMistakes(`<p className={cx('title', kind === 'small' && css.small)} className={css.other}>`)).toEqual(
    [],
  );
});
