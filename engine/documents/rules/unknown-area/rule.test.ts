import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A block cannot be in an area that the layout does not have', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': swap('"type": "rich-text"', '"type": "rich-text", "area": "contnet"'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'unknown-area',
    line: 17,
    suggestion: 'content',
    expected: 'one of consent, header, content, footer',
  });
});

test('A variant that changes the layout is warned of blocks that have no place any more', () => {
  const footer = swap('"type": "rich-text"', '"type": "rich-text", "area": "footer"');
  expect(
    shortFindings({
      'pages-config/pages/about-us.json': (text) =>
        swap('"centered"', '"no-footer"')(swap('"id": "about"', '"id": "about", "area": "footer"')(text)),
    }),
  ).toEqual(['unknown-area pages/about-us.json blocks[1].area']);
  expect(shortFindings({ 'pages-config/landings/default.json': footer })).toEqual([]);
});
