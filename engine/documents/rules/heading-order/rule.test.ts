import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';
import { findLeaps } from './rule.ts';

const page = 'pages-config/pages/not-found.json';
const message = '{ "id": "message", "type": "notice", "title": "site.missing", "text": "site.back" }';
const faq = (area: string) =>
  `{ "id": "faq", "area": "${area}", "type": "faq", "title": "landing.steps", "items": [{ "question": "landing.hero", "answer": "landing.hero" }] }`;
const leaps = (...levels: number[]) =>
  findLeaps(levels.map((level, index) => ({ level, location: { file: '', path: [index] } }))).map(
    ({ heading }) => heading.location.path[0],
  );

test('Levels go down one at a time and up as far as they like', () => {
  expect(leaps(1, 2, 3, 2, 3, 4, 2)).toEqual([]);
  expect(leaps(1, 3, 2, 4)).toEqual([1, 3]);
});

test('The title comes first; a page without one is the business of another rule', () => {
  expect(leaps(2, 1)).toEqual([0]);
  expect(leaps(2, 3)).toEqual([]);
});

test('The order is that of the page, where areas come before the order of blocks', () => {
  expect(shortFindings({ [page]: swap(message, `${faq('footer')},\n    ${message}`) })).toEqual([]);
  const [finding, ...others] = checkSmall({ [page]: swap(message, `${message},\n    ${faq('header')}`) });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'heading-order', line: 9, path: 'blocks[1].title' });
});
