import { expect, test } from 'vitest';
import { shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A text that was pasted by mistake is named, and its words are not repeated', () => {
  const long = 'word '.repeat(3000);
  expect(
    shortFindings({ 'locales/de/landing.json': (text) => text.replace(/"steps": "[^"]*/, (all) => all + long) }),
  ).toEqual(['overlong-text locales/de/landing.json steps']);
  const landing = 'pages-config/landings/default.json';
  expect(
    shortFindings({
      [landing]: swap(
        '"lead": "landing.labels"',
        `"lead": { "en": "a b", "de": "a c ${long}", "fr": "a d", "it": "a e", "nl": "a f", "pl": "a g", "sv": "a h" }`,
      ),
    }),
  ).toContain('overlong-text landings/default.json blocks[2].lead.de');
});
