import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/default.json';

test('A second heading of level 1 is reported at its place', () => {
  const [finding, ...others] = checkSmall({
    [file]: swap('"title": "landing.steps"', '"title": "landing.steps", "level": 1'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'single-h1', line: 18, path: 'blocks[2].title' });
});

test('A page without a heading of level 1 is reported', () => {
  const section = '"type": "rich-text", "title": "landing.hero",';
  expect(
    shortFindings({
      'pages-config/pages/not-found.json': swap(
        '"type": "notice", "title": "site.missing", "text": "site.back"',
        section.slice(0, -1),
      ),
    }),
  ).toContain('single-h1 pages/not-found.json blocks[0].title');
});

test('Two titles that no visitor sees together are one', () => {
  const notice = (id: string, consent: string) =>
    `{ "id": "${id}", "type": "notice", "title": "site.missing", "text": "site.back", "when": { "consent": "${consent}" } }`;
  const old = '{ "id": "message", "type": "notice", "title": "site.missing", "text": "site.back" }';
  const page = 'pages-config/pages/not-found.json';
  expect(
    shortFindings({
      [page]: swap(old, `${notice('a', 'refused')}, ${notice('b', 'unknown')}, ${notice('c', 'granted')}`),
    }),
  ).toEqual([]);
  expect(shortFindings({ [page]: swap(old, `${notice('a', 'refused')}, ${notice('b', 'refused')}`) })).toContain(
    'single-h1 pages/not-found.json blocks[1].title',
  );
});

test('Titles in windows that follow each other are one; a gap between them is a page without a title', () => {
  const notice = (id: string, edge: string) =>
    `{ "id": "${id}", "type": "notice", "title": "site.missing", "text": "site.back", "window": { ${edge}, "zone": "Europe/Berlin" } }`;
  const old = '{ "id": "message", "type": "notice", "title": "site.missing", "text": "site.back" }';
  const page = 'pages-config/pages/not-found.json';
  const both = (to: string) =>
    swap(old, `${notice('a', `"to": "${to}"`)}, ${notice('b', '"from": "2026-12-01T00:00"')}`);
  expect(shortFindings({ [page]: both('2026-12-01T00:00') })).toEqual([]);
  expect(shortFindings({ [page]: both('2026-11-30T00:00') })).toEqual(['single-h1 pages/not-found.json blocks']);
});
