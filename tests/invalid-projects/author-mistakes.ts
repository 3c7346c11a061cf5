import type { NearMistake } from './near-mistakes.ts';

const header = 'pages-config/fragments/header.json';
const landing = 'pages-config/landings/default.json';
const summer = 'pages-config/landings/summer.json';
const experiment = 'pages-config/experiments/calm.json';
const site = 'pages-config/site.json';
const english = 'locales/en/landing.json';
const german = 'locales/de/landing.json';

const about = 'pages-config/pages/about-us.json';
const phases = 'pages-config/phases.json';
const strings = 'blocks/velvet/strings.json';
const french = 'locales/fr/landing.json';
const twice = '{ "id": "again", "fragment": "fragments/header", "area": "header" }';

const nav = '[{ "label": "site.about", "to": "pages/about-us" }';

const steps = '{\n      "id": "steps",';
const table = (cells: readonly object[]): string => {
  const words = { title: 'landing.steps' };
  const rows = [{ ...words, cells }];
  return `${JSON.stringify({ id: 'table', type: 'comparison', label: 'landing.steps', columns: [words, { title: 'landing.hero' }], rows })}, `;
};

/** Mistakes of authors, marketers and translators: copied entries, addresses, days, names of other tools. */
export const authorMistakes: readonly NearMistake[] = [
  [
    'Two entries of a menu to one place',
    header,
    nav,
    `${nav}, { "label": "site.join", "to": "pages/about-us" }`,
    'duplicate-entry',
  ],
  [
    'Two entries of a menu with one label',
    header,
    nav,
    `${nav}, { "label": "site.about", "to": "landings/summer" }`,
    'duplicate-entry',
  ],
  [
    'A host in two groups of referrers',
    site,
    '"forbiddenReferrers": {}',
    '"forbiddenReferrers": { "coupon": ["a.example"], "deal": ["a.example"] }',
    'duplicate-entry',
  ],
  ['An allowed host twice', site, '["www.example.com"]', '["www.example.com", "www.example.com"]', 'schema'],
  ['A link with two question marks', header, '"pages/about-us"', '"pages/about-us?a=1?b=2"', 'link-query'],
  ['A link with a parameter without a name', header, '"pages/about-us"', '"pages/about-us?=1"', 'link-query'],
  ['A web address typed into a text', english, '"Come in"', '"Come in: www.vitrine.test"', 'typed-address'],
  [
    'An e-mail address typed into a text',
    german,
    '"Treten Sie ein"',
    '"Schreiben Sie an a@vitrine.test"',
    'typed-address',
  ],
  ['A block without anything in a fragment', header, '"blocks": [', '"blocks": [{},', 'schema'],
  ['A block without a type in a fragment', header, '"type": "header",', '', 'schema', `${header}:5`],
  ['A base under a name that is misspelt', summer, '"extends"', '"extend"', 'schema'],
  ['A base by the path of its file', summer, '"landings/default"', '"./default.json"', 'unknown-document'],
  ['True in quotation marks', landing, '"decorative": true', '"decorative": "true"', 'schema'],
  ['A weight of a live experiment', experiment, '"weight": 50\n    },', '"weight": 60\n    },', 'experiment-phase'],
  [
    'A block to count from that nobody has',
    experiment,
    '"status": "live",',
    '"status": "live", "exposeOn": "heroo",',
    'experiment-variations',
  ],
  [
    'A window of a live experiment that has closed',
    experiment,
    '"status": "live",',
    '"status": "live", "window": { "to": "2026-11-01T00:00", "zone": "Europe/Berlin" },',
    'window',
  ],
  ['A base that two variants change', landing, '"title": "landing.hero"', '"title": "landing.title"', 'patch-drift'],
  ['A record of phases with another seed', phases, '"seed": "calm"', '"seed": "quiet"', 'experiment-phase'],
  ['A record of phases with another share', phases, '"short": 0.5', '"short": 0.6', 'experiment-phase'],
  ['A phase that skips others', experiment, '"status": "live",', '"status": "live", "phase": 4,', 'experiment-phase'],
  ['A header twice', about, '"blocks": [', `"blocks": [${twice},`, 'duplicate-entry', `${about}:9`],
  ['Blocks beside the changes of a variant', summer, '"changes": [', '"blocks": [], "changes": [', 'schema'],
  ['A whole number with a point between its thousands', site, '"value": 3000', '"value": 3.000', 'json'],
  ['A plural form under a misspelt name', strings, '"days_one"', '"day_one"', 'missing-locale'],
  ['A letter lost between two encodings', french, 'Entrez', 'Entr?z', 'typography'],
  ['A German pair closed as in Polish', german, 'Treten Sie ein', 'Treten „Sie” ein', 'typography'],
  ['A note to a colleague', german, 'Treten Sie ein', '[bitte prüfen] Treten Sie ein', 'untranslated-text'],
  ['A dash in place of a text', german, '"Treten Sie ein"', '"-"', 'untranslated-text'],
  ['Two exclamation marks', german, 'Treten Sie ein', 'Treten Sie ein!!', 'typography'],
  ['Two no-break blanks', german, 'Treten Sie', 'Treten\u00A0\u00A0Sie', 'typography'],
  ['A percentage without a claim', german, 'Treten Sie ein', 'Bis 40\u00A0% sparen', 'claims'],
  ['A named colour with a blank in its name', 'pages-config/brand.json', '"slate": "', '"sla te": "', 'schema'],
  ['A tab between two words', german, 'Treten Sie', 'Treten\\tSie', 'typography'],
  ['An emoji', german, 'Treten Sie ein', 'Treten Sie ein 🎉', 'typography'],
  ['A sign that becomes an emoji', french, 'Entrez', 'Entrez ❤\uFE0F', 'font-letters'],
  [
    'A guard that is listed already',
    landing,
    '"layout"',
    '"guards": [{ "name": "forbidden-referrer" }, { "name": "forbidden-referrer", "onlyWithCode": true }], "layout"',
    'duplicate-entry',
  ],
  ['A language twice', site, '["en", "de", "fr"', '["en", "de", "de"', 'schema'],
  ['A misspelt name in the record of phases', phases, '"calm": {', '"clam": {', 'experiment-phase'],
  [
    'A row of a table without all cells',
    landing,
    steps,
    `${table([{ has: true }, { has: true }, { has: false }])}${steps}`,
    'table-cells',
  ],
  [
    'A block that a link leads to, taken out by a variant',
    summer,
    '"changes": [',
    '"changes": [\n{ "op": "remove", "block": "steps" },',
    'broken-anchor',
  ],
  [
    'A block whose props a variant sets twice',
    summer,
    '"changes": [',
    '"changes": [\n    { "op": "set", "block": "hero", "props": { "title": "landing.steps" } },',
    'unclear-change',
    `${summer}:8`,
  ],
  [
    'A link to a page by its address in one language',
    header,
    '"to": "pages/about-us"',
    '"to": "https://www.example.com/de/about-us"',
    'unknown-document',
  ],
  ['An error of a spreadsheet in a text', german, '"Treten Sie ein"', '"#NAAM?"', 'untranslated-text'],
  ['An entry of the pins that was edited', 'pins.json', '"landing.hero"', '"landing.heroes"', 'schema'],
  ['A claim that one text names, misspelt in the site', site, '"labels": {', '"label": {', 'claims'],
  ['A named link with a blank in its name', site, '"login": "https', '"log in": "https', 'schema'],
  [
    'A description that is the title',
    about,
    '"description": "landing.description"',
    '"description": "site.about"',
    'duplicate-entry',
  ],
];
