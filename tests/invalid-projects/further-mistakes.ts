import { readFileSync } from 'node:fs';
import type { NearMistake } from './near-mistakes.ts';

const about = 'pages-config/pages/about-us.json';
const page = 'pages-config/pages/catalogue.json';
const site = 'pages-config/site.json';
const landing = 'pages-config/landings/default.json';
const decorative = '"decorative": true';
const brand = 'pages-config/brand.json';
const english = 'locales/en/landing.json';
const german = 'locales/de/landing.json';

const strings = 'blocks/velvet/strings.json';
const close = { en: 'Close', de: 'Schließen', fr: 'Fermer', it: 'Chiudi', nl: 'Sluiten', pl: 'Zamknij', sv: 'Stäng' };
const later = (days: readonly string[]): object[] =>
  days.map((day, index) => ({ coverage: 0.2 + index / 5, at: `${day}T00:00`, zone: 'Europe/Berlin' }));

const crop = (edge: number, size: number): string =>
  JSON.stringify({ x: edge, y: edge, width: size, height: size }, null, 10)
    .slice(1, -1)
    .trim()
    .replaceAll('\n  ', '\n  ');

const forms = ['one', 'few', 'many', 'other'].map((form) => [`days_${form}`, close] as const);
const title = { title: 'landing.hero' };

const upTo = {
  en: 'Up to {claims.discount} less',
  de: 'Bis zu {claims.discount} weniger',
  fr: 'Jusqu’à {claims.discount} de moins',
  it: 'Fino al {claims.discount} in meno',
  nl: 'Tot {claims.discount} minder',
  pl: 'Nawet o {claims.discount} mniej',
  sv: 'Upp till {claims.discount} mindre',
};

/** Files that more mistakes are made in. */
export const furtherFiles: Readonly<Record<string, string>> = {
  [strings]: JSON.stringify({ close, ...Object.fromEntries(forms) }, null, 2),
  'pins.json': JSON.stringify({ '0701efed6dd9': title }),
  'pages-config/landings/winter.json': JSON.stringify({
    $schema: '../../../../../schemas/generated/editor/landing.schema.json',
    version: 4,
    slug: 'winter',
    extends: 'landings/default',
    changes: [
      { op: 'set', block: 'hero', props: { title: 'landing.labels' }, pin: '0701efed6dd9' },
      { op: 'document', set: { meta: { description: upTo } } },
    ],
  }),
  [site]: readFileSync(`tests/invalid-projects/project/${site}`, 'utf8').replace(
    '"labels": {',
    '"discount": { "value": 0.75, "format": "percent", "source": "Pricing", "asOf": "2026-01-01" }, "labels": {',
  ),
};

const live = '"status": "live",';
const experiment = 'pages-config/experiments/calm.json';

const figure = '"value": 3000, "format": "integer"';
const price = '"value": 46, "format": "money", "currency": "EUR"';
const money = `${price}, "tax": "no-price"`;
const lowest = '"lowest30": { "value": 80, "validUntil": "2999-12-31" }';

const steps = '{\n      "id": "steps",';
const inner = (slot: string) =>
  JSON.stringify({
    id: slot,
    slot,
    type: 'rich-text',
    title: 'landing.steps',
    level: slot === 'left' ? 4 : 3,
    lead: 'landing.steps',
  });

export const furtherMistakes: readonly NearMistake[] = [
  ['A day that does not exist', site, figure, '"value": "2026-02-30", "format": "date"', 'claims'],
  ['A day as a whole number', site, figure, '"value": "2026-02-28", "format": "integer"', 'claims'],
  [
    'A range of days that ends before it begins',
    site,
    figure,
    '"value": "2026-11-30", "to": "2026-11-27", "format": "date"',
    'claims',
  ],
  [
    'A price of a country in a currency that does not exist',
    site,
    figure,
    `${money}, "countries": { "CH": { "value": 49, "currency": "SFR" } }`,
    'claims',
  ],
  [
    'A price of a country that the site does not serve',
    site,
    figure,
    `${money}, "countries": { "US": { "value": 49, "currency": "USD" } }`,
    'claims',
  ],
  [
    'A price of a country that does not exist',
    site,
    figure,
    `${money}, "countries": { "UK": { "value": 49, "currency": "GBP" } }`,
    'unknown-country',
  ],
  ['A former price without the lowest one', site, figure, `${money}, "former": 79`, 'claims'],
  ['A lowest price above the former one', site, figure, `${money}, "former": 79, ${lowest}`, 'claims'],
  ['A tax of a number', site, figure, `${figure}, "tax": "included"`, 'claims'],
  ['A tax that does not exist', site, figure, `${price}, "tax": "net"`, 'schema'],
  [
    'Plans without a note about taxes',
    landing,
    steps,
    `{ "id": "plans", "type": "pricing", "plans": [{ "name": "landing.steps", "price": "landing.steps" }] }, ${steps}`,
    'schema',
  ],
  [
    'A heading in a column that leaves out the level of its section',
    landing,
    steps,
    `{ "id": "pair", "type": "columns", "title": "landing.steps", "blocks": [${inner('left')}, ${inner('right')}] }, ${steps}`,
    'heading-order',
  ],
  ['An amount of money that does not say its tax', site, figure, price, 'claims'],
  [
    'A former English sentence in German',
    german,
    '"Treten Sie ein"',
    '"Come in with a friend and see what the others see"',
    'untranslated-text',
  ],
  ['A day without its year in a text', german, '"Treten Sie ein"', '"Bis 31. Januar eintreten"', 'claims'],
  ['A day with its year in a text', german, '"Treten Sie ein"', '"Bis 31. Januar 2027 eintreten"', 'claims'],
  ['A day in digits in a text', english, '"Come in"', '"Come in until 31/01/2027"', 'claims'],
  ['A claim typed in digits by one translator', german, '{claims.labels}', '3.000', 'claims'],
  ['A colour that is too weak on every ground', brand, '"text": "slate"', '"text": "mint"', 'low-contrast'],
  [
    'A ground that is too dark for every colour',
    brand,
    '"background": "chalk"',
    '"background": "pine"',
    'low-contrast',
  ],
  ['A named colour that is too weak in every role', brand, '"slate": "#16211E"', '"slate": "#8AA79B"', 'low-contrast'],
  [
    'Steps of a ramp in the wrong order',
    experiment,
    live,
    `${live} "coverage": 0.1, "ramp": ${JSON.stringify(later(['2099-02-01', '2099-01-01', '2099-03-01']))},`,
    'experiment-ramp',
  ],
  ['A number as the text of a block', strings, '"Stäng"', '7', 'schema'],
  ['A list as the text of a block', strings, '"Stäng"', '["Stäng"]', 'schema'],
  ['An object as the text of a block', strings, '"Stäng"', '{ "one": "Stäng" }', 'schema'],
  ['A text of a block without languages', strings, `"close": {`, `"open": "Open",\n  "close": {`, 'schema'],
  ['A number beyond all numbers', site, '"value": 3000', '"value": 1e400', 'json'],
  ['A quotation mark that ends a text too early', english, '"Come in"', '"Come "right" in"', 'json'],
  ['A straight quotation mark after a low one', german, '"Treten Sie ein"', '"Treten „Sie" ein"', 'json'],
  ['A route in capitals', about, '"route": "/about-us"', '"route": "/About-Us"', 'unreachable-route'],
  ['A semicolon after a value', site, '"name": "Example House",', '"name": "Example House";', 'json'],
  ['An equals sign after a name', experiment, '"document": ', '"document"= ', 'json'],
  ['A word of another language of code', about, '"version": 4,', '"version": None,', 'json'],
  ['A number that begins with zero', brand, '"size": 24', '"size": 024', 'json'],
  ['A crop all in percent', page, crop(0.1, 0.8), crop(10, 80), 'schema'],
  ['A joiner inside of a name', experiment, '"hypothesis"', '"hypo\u200Dthesis"', 'schema'],
  ['A Cyrillic letter in a name', about, '"layout"', '"l\u0430yout"', 'schema'],
  [
    'A page in the place of a fragment',
    about,
    '"fragment": "fragments/header"',
    '"fragment": "pages/catalogue"',
    'schema',
  ],
  [
    'An area of another layout before the title',
    page,
    '"id": "illustration",',
    '"id": "illustration", "area": "left",',
    'unknown-area',
  ],
  ['A percentage typed in place of its claim', english, '"Come in"', '"Up to 75\u00A0% off"', 'claims'],
  ['A blank before a full stop', german, 'Treten Sie ein', 'Treten Sie ein .', 'typography'],
  ['A character as HTML writes it', german, 'Treten Sie ein', 'Treten&nbsp;Sie ein', 'text-markup'],
  ['A variable with two braces', german, 'Treten Sie ein', 'Treten Sie ein, {{name}}', 'text-markup'],
  ['A claim with two braces', german, '{claims.labels}', '{{claims.labels}}', 'text-markup'],
  ['A variable as printf writes it', german, 'Treten Sie ein', 'Treten Sie ein, %1$s', 'text-markup'],
  ['A new line as programs write it', german, 'Treten Sie ein', 'Treten Sie\\\\nein', 'text-markup'],
  ['A letter and its accent as two characters', german, 'Private Verkäufe', 'Private Verka\u0308ufe', 'typography'],
  ['Quotation marks of English in German', german, 'Treten Sie ein', 'Treten “Sie” ein', 'typography'],
  ['Two commas', german, 'Treten Sie ein', 'Treten,, Sie ein', 'typography'],
  ['Two full stops', german, 'Treten Sie ein', 'Treten Sie ein..', 'typography'],
  ['No blank after a comma', german, 'Treten Sie ein', 'Treten Sie ein,bitte', 'typography'],
  ['No blank between two sentences', german, 'Treten Sie ein', 'Treten Sie ein.Bitte', 'typography'],
  ['A blank inside of a bracket', german, 'Treten Sie ein', 'Treten Sie ( bitte) ein', 'typography'],
  ['A bracket in a text that is never closed', german, 'Treten Sie ein', 'Treten Sie (bitte ein', 'typography'],
  ['A bracket in a text that is never opened', german, 'Treten Sie ein', 'Treten Sie bitte) ein', 'typography'],
  ['A quotation mark in a text that is never closed', german, 'Treten Sie ein', 'Treten „Sie ein', 'typography'],
  ['A character as HTML writes it, without its end', german, 'Treten Sie ein', 'Treten &amp Sie ein', 'text-markup'],
  ['A decorative picture with a text', landing, decorative, `"alt": "landing.hero", ${decorative}`, 'alt-text'],
  ['A company without encryption', site, '"url": "https:', '"url": "http:', 'schema'],
];
