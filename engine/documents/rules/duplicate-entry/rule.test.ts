import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const header = 'pages-config/fragments/header.json';
const about = 'pages-config/pages/about-us.json';
const site = 'pages-config/site.json';
const nav = '"nav": [{ "label": "site.about", "to": "pages/about-us" }';

test.each([
  ['leads to the same place', '{ "label": "site.join", "to": "pages/about-us" }', 'to'],
  ['has the same label', '{ "label": "site.about", "to": "landings/summer" }', 'label'],
])('A second entry of a menu that %s is found at what is the same', (says, entry, key) => {
  const [finding, ...others] = checkSmall({ [header]: swap(nav, `${nav}, ${entry}`) });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'duplicate-entry', file: header, path: `blocks[0].nav[1].${key}` });
  expect(finding?.message).toContain(says);
});

test('An entry in which a property appears twice is not compared with others', () => {
  const doubled = nav.replace('{ ', '{ "label": "site.login", ');
  const edit = swap(nav, `${doubled}, { "label": "site.about", "to": "landings/summer" }`);
  expect(shortFindings({ [header]: edit })).toEqual([`json fragments/header.json blocks[0].nav[0].label`]);
});

const list = (block: object) =>
  shortFindings({ [about]: swap('"blocks": [', `"blocks": [${JSON.stringify({ id: 'new', ...block })},`) }).filter(
    (finding) => finding.startsWith('duplicate-entry'),
  );
const step = { icon: 'key', title: 'landing.steps', text: 'landing.title' };

test('Two steps with one title, and one paragraph twice, are found', () => {
  expect(list({ type: 'steps', title: 'landing.steps', steps: [step, { ...step, icon: 'pen' }] })).toEqual([
    'duplicate-entry pages/about-us.json blocks[0].steps[1].title',
  ]);
  const sections = [{ title: 'site.join', paragraphs: ['site.about', 'landing.title', 'site.about'] }];
  expect(list({ type: 'rich-text', title: 'landing.steps', sections })).toEqual([
    'duplicate-entry pages/about-us.json blocks[0].sections[0].paragraphs[2]',
  ]);
});

test('A purpose of cookies twice, and a cookie under two purposes, are found', () => {
  const purposes = (...all: object[]) =>
    list({ type: 'consent-banner', detail: { purposes: all.map((each) => ({ text: 'landing.title', ...each })) } });
  const needed = { purpose: 'necessary', title: 'landing.hero', names: ['session'] };
  const counted = { purpose: 'statistics', title: 'landing.steps', names: ['visits', 'session'] };
  expect(purposes(needed, counted)).toEqual([
    'duplicate-entry pages/about-us.json blocks[0].detail.purposes[1].names[1]',
  ]);
  expect(purposes(needed, { ...counted, purpose: 'necessary', names: ['visits'] })).toEqual([
    'duplicate-entry pages/about-us.json blocks[0].detail.purposes[1].purpose',
  ]);
});

test('Cells of a table may be equal', () => {
  const rows = [{ title: 'site.join', cells: [{ has: true }, { has: true }] }];
  const columns = [{ title: 'site.about' }, { title: 'site.login' }];
  expect(list({ type: 'comparison', title: 'landing.steps', columns, rows })).toEqual([]);
});

const referrers = (groups: object, more = '') =>
  shortFindings({ [site]: swap('"forbiddenReferrers": {}', `"forbiddenReferrers": ${JSON.stringify(groups)}${more}`) });

test('A host in two groups, and one that is refused and welcome, are found', () => {
  expect(referrers({ coupon: ['a.example', { contains: 'voucher' }], deal: [{ contains: 'voucher' }] })).toEqual([
    'duplicate-entry site.json forbiddenReferrers.deal[0]',
  ]);
  expect(referrers({ search: ['google.com'] }, ', "welcomeReferrers": ["mail.google.com", "google.com"]')).toEqual([
    'duplicate-entry site.json welcomeReferrers[1]',
  ]);
});

test('A fragment that a page shows twice is found at the second place, unless a condition distinguishes the two', () => {
  const twice = (more: string) => ({
    [about]: swap('"blocks": [', `"blocks": [{ "id": "again", "fragment": "fragments/header"${more} },`),
  });
  expect(shortFindings(twice(''))).toEqual(['duplicate-entry pages/about-us.json blocks[1].fragment']);
  expect(shortFindings(twice(', "when": { "webView": "yes" }'))).toEqual([]);
});
