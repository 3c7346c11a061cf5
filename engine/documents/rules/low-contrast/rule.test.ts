import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const brand = 'pages-config/brand.json';

test('words on a button that hardly differ from it are found, with both colours and what they reach', () => {
  const pale = checkSmall({ [brand]: swap('"onAccent": "white"', '"onAccent": "#8AA79B"') });
  expect(pale[0]).toMatchObject({
    rule: 'low-contrast',
    severity: 'error',
    file: brand,
    line: 6,
    path: 'day.onAccent',
    message: expect.stringMatching(
      /^"onAccent" in #8AA79B on "accent" in #1F5A45 reaches 3\.\d\d:1, and 4\.5:1 is the minimum/,
    ),
  });
});

test.each([
  ['text on its ground', swap('"text": "slate"', '"text": "#A0A8A5"'), 'day.text'],
  ['text at night', swap('"text": "chalk"', '"text": "#5A6A64"'), 'night.text'],
  [
    'the edge of a field',
    swap('"onAccent": "white"', '"onAccent": "white", "controlLine": "#D5DCD9"'),
    'day.controlLine',
  ],
  ['marked text', swap('"onAccent": "white"', '"onAccent": "white", "selection": "#4B5450"'), 'day.selection'],
  [
    'more contrast that is less',
    swap('"address"', '"moreContrast": { "day": { "mutedText": "#A0A8A5" }, "night": {} }, "address"'),
    'moreContrast.day.mutedText',
  ],
  [
    'the title of a preview',
    swap('"address"', '"previews": { "day": { "ground": "mint" , "text": "white" } }, "address"'),
    'previews.day.text',
  ],
  ['the emblem on home screens', swap('"address"', '"icons": { "lines": "slate" }, "address"'), 'icons.lines'],
  ['a figure in mails', swap('"address"', '"mails": { "figure": "mint" }, "address"'), 'mails.figure'],
])('%s is looked at', (_, change, path) => {
  expect(shortFindings({ [brand]: change })).toContain(`low-contrast brand.json ${path}`);
});

test('lines that only decorate may be as fine as they like', () => {
  const fine = swap('"onAccent": "white"', '"onAccent": "white", "line": "#F4F7F6"');
  expect(shortFindings({ [brand]: fine })).toEqual([]);
});
