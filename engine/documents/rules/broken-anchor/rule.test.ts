import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('An anchor needs a block with this id on the page', () => {
  const [finding, ...others] = checkSmall({ 'pages-config/landings/default.json': swap('#steps', '#stesp') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'broken-anchor', suggestion: '#steps', path: 'blocks[1].action.to' });
});

test('An anchor on another page is checked on that page', () => {
  expect(
    shortFindings({ 'pages-config/pages/about-us.json': swap('landings/default#steps', 'landings/default#about') }),
  ).toEqual(['broken-anchor pages/about-us.json blocks[1].actions[0].to']);
});

test('A link of a fragment is reported once, however many pages show it', () => {
  const findings = checkSmall({ 'pages-config/fragments/header.json': swap('pages/about-us', '#nowhere') });
  expect(findings.map(({ rule, file }) => [rule, file])).toEqual([
    ['broken-anchor', 'pages-config/fragments/header.json'],
  ]);
  expect(findings[0]?.message).toContain('and 2 more');
});

test('Blocks of fragments, named parts of a block and the main area can be reached', () => {
  for (const anchor of ['#header/bar', '#steps-first', '#main']) {
    const part = swap(
      '"lead": "landing.labels"',
      '"sections": [{ "anchor": "first", "paragraphs": ["landing.labels"] }]',
    );
    expect(
      shortFindings({ 'pages-config/landings/default.json': (text) => swap('#steps', anchor)(part(text)) }),
    ).toEqual([]);
  }
});

test('A named link of the site document is checked on the page it leads to', () => {
  const links = (target: string) => ({
    'pages-config/site.json': swap('"links": {', `"links": { "part": "${target}",`),
  });
  expect(shortFindings(links('landings/default#nowhere'))).toContain('broken-anchor site.json links.part');
  expect(shortFindings(links('landings/default#steps'))).not.toContain('broken-anchor site.json links.part');
});

test('Links of several files to one id are one finding, at the link of the page itself', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': swap('"id": "steps"', '"id": "how"'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'broken-anchor', file: 'pages-config/landings/default.json' });
  expect(finding?.message).toContain('Links of pages-config/pages/about-us.json lead there, too.');
});
