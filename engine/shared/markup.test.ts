import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkup, type MarkupNode } from './markup.ts';

function nodes(source: string): readonly MarkupNode[] {
  const result = parseMarkup(source);
  if (!result.ok) throw new Error(result.message);
  return result.nodes;
}

test('a text without markup is one string', () => {
  expect(nodes('Plain words')).toEqual(['Plain words']);
  expect(nodes('')).toEqual([]);
});

test('variables are in single braces and claims are variables with a dot', () => {
  expect(nodes('{name} has {claims.labels} labels')).toEqual([
    { variable: 'name' },
    ' has ',
    { variable: 'claims.labels' },
    ' labels',
  ]);
});

test('doubled braces are braces', () => {
  expect(nodes('{{name}}')).toEqual(['{name}']);
});

test('tags nest and links carry a name', () => {
  expect(
    nodes('a <em>b <strong>c</strong> <s>x</s></em><br/>d <link:terms>e</link:terms> <link:terms>f</link>'),
  ).toEqual([
    'a ',
    { tag: 'em', children: ['b ', { tag: 'strong', children: ['c'] }, ' ', { tag: 's', children: ['x'] }] },
    { tag: 'br' },
    'd ',
    { tag: 'link', name: 'terms', children: ['e'] },
    ' ',
    { tag: 'link', name: 'terms', children: ['f'] },
  ]);
});

test('soft hyphens are kept and may be written as &shy;', () => {
  expect(nodes('Marken&shy;welt und Shop\u00adping &amp; mehr, A & B &lt;3')).toEqual([
    'Marken\u00adwelt und Shop\u00adping & mehr, A & B <3',
  ]);
});

test.each([
  ['<b>x</b>', 0, '"<b>"'],
  ['ab <script>', 3, '"<script>"'],
  ['<em class="x">y</em>', 0, '<em class="x">'],
  ['<em>x', 0, 'never closed'],
  ['x</em>', 1, 'no tag is open'],
  ['<em>x</strong>', 5, '"<em>" is open here'],
  ['<link:a>x</link:b>', 9, '"<link:a>" is open here'],
  ['<link:a><link:b>x</link></link>', 8, 'inside another link'],
  ['1 < 2', 2, '&lt;'],
  ['{Name}', 0, '"{Name}"'],
  ['a } b', 2, '"}"'],
  ['{', 0, '"{"'],
  ['&eacute;', 0, '&eacute;'],
])('%j is a mistake at offset %d', (source, offset, words) => {
  expect(parseMarkup(source)).toMatchObject({ ok: false, offset, message: expect.stringContaining(words) });
});

test('no text makes the parser throw, and a mistake always lies inside the text', () => {
  const piece = fc.constantFrom(
    '<em>',
    '</em>',
    '<br>',
    '<link:a>',
    '</link>',
    '{x}',
    '{',
    '}',
    '&',
    '&shy;',
    '<',
    'words',
    '🦊',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (source) => {
        const result = parseMarkup(source);
        return result.ok || (result.offset >= 0 && result.offset < source.length && result.message.length > 0);
      },
    ),
  );
});

test('a bar parts the phrases of a headline, and two are the character itself', () => {
  expect(parseMarkup('Fine labels,|private prices')).toEqual({
    ok: true,
    nodes: ['Fine labels,', { tag: 'bar' }, 'private prices'],
  });
  expect(parseMarkup('a||b')).toEqual({ ok: true, nodes: ['a|b'] });
});

test.each(['|Fine labels', 'Fine labels|', 'Fine labels, |private', 'Fine|\u00a0labels', '<em>Fine|labels</em>'])(
  'a bar that is anywhere else than between two phrases is a mistake: %s',
  (text) => {
    expect(parseMarkup(text)).toMatchObject({ ok: false, message: expect.stringContaining('bar "|"') });
  },
);
