/** One edit of a file, the rule that finds it, and its place where that is not in what was written. */
export type NearMistake = readonly [
  name: string,
  file: string,
  find: string,
  write: string,
  rule: string,
  /** `file:line`. */
  at?: string,
];

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const schema = (kind: string): string => `../../../../../schemas/generated/editor/${kind}.schema.json`;

const page = 'pages-config/pages/catalogue.json';
const short = 'pages-config/landings/short.json';
const experiment = 'pages-config/experiments/calm.json';
const phases = 'pages-config/phases.json';
const summer = 'pages-config/landings/summer.json';
const join = 'pages-config/landings/join.json';
const lean = 'pages-config/landings/lean.json';
const landing = 'pages-config/landings/default.json';
const header = 'pages-config/fragments/header.json';
const about = 'pages-config/pages/about-us.json';
const site = 'pages-config/site.json';
const brand = 'pages-config/brand.json';
const journey = 'pages-config/journeys/registration.json';
const english = 'locales/en/landing.json';
const german = 'locales/de/landing.json';

const step = (icon: string, title: string): object => ({ icon, title, text: 'landing.title' });

/** Beside the project with a journey: more kinds of blocks, and an experiment that has been live. */
export const moreFiles: Readonly<Record<string, string>> = {
  [page]: json({
    $schema: schema('page'),
    version: 4,
    route: '/catalogue',
    layout: 'default',
    meta: { title: 'landing.title', description: 'landing.description' },
    blocks: [
      { id: 'top', fragment: 'fragments/header', area: 'header' },
      {
        id: 'illustration',
        type: 'illustration',
        object: 'door',
        image: {
          src: 'images/satin.jpg',
          decorative: true,
          crop: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
        },
        blocks: [
          {
            id: 'intro',
            type: 'notice',
            title: 'landing.hero',
            text: 'landing.title',
            actions: [{ label: 'site.join', to: 'landings/summer' }],
          },
        ],
      },
      {
        id: 'how',
        type: 'steps',
        title: 'landing.steps',
        steps: [step('key', 'landing.steps'), step('pen', 'landing.summer')],
      },
    ],
  }),
  [short]: json({
    $schema: schema('landing'),
    version: 4,
    extends: 'landings/default',
    changes: [{ op: 'document', set: { theme: 'ink' } }],
  }),
  [experiment]: json({
    $schema: schema('experiment'),
    version: 4,
    status: 'live',
    hypothesis: 'In the colours of the night more visitors register.',
    document: 'landings/default',
    variations: [
      { key: 'default', weight: 50 },
      { key: 'short', variant: 'landings/short', weight: 50 },
    ],
  }),
  [phases]: json({
    calm: {
      1: { feature: 'page.landings/default', seed: 'calm', arms: { default: 0.5, short: 0.5 }, hash: 'fad66466ebbb' },
    },
  }),
};

const double = '{ "id": "bar", "type": "top-banner", "text": "landing.title" }';

const inBlocks: readonly NearMistake[] = [
  ['An icon that nobody drew', page, '"icon": "key"', '"icon": "keys"', 'schema'],
  ['An item without its text', page, '"title": "landing.steps",\n          "text"', '"text"', 'schema', `${page}:50`],
  ['A required property of an item, misspelt', page, '"icon": "pen"', '"icn": "pen"', 'schema'],
  ['A block inside of another that does not exist', page, '"notice"', '"notise"', 'unknown-block'],
  ['A block inside of another that cannot be there', page, '"notice"', '"steps"', 'unknown-block'],
  ['An object of an illustration that does not exist', page, '"object": "door"', '"object": "dor"', 'schema'],
  ['A crop in percent', page, '"x": 0.1', '"x": 10', 'schema'],
  ['A crop as a text', page, '"y": 0.1', '"y": "0.1"', 'schema'],
  ['A crop without its width', page, '"width": 0.8,', '', 'schema', `${page}:23`],
  ['An image by its web address', page, 'images/satin.jpg', 'https://example.com/a.jpg', 'schema'],
  ['An image from the root', page, 'images/satin.jpg', '/images/satin.jpg', 'schema'],
  ['A slug where pages have routes', page, '"route": "/catalogue"', '"slug": "catalogue"', 'schema'],
  ['A route with a parameter', page, '"/catalogue"', '"/catalogue?x=1"', 'schema'],
  ['A link to a landing by its slug', page, '"landings/summer"', '"summer"', 'unknown-document'],
  ['A link to another protocol', page, '"landings/summer"', '"data:text/html,x"', 'unsafe-url'],
  ['A link without a protocol', page, '"landings/summer"', '"//example.org"', 'unsafe-url'],
  ['An area of a fragment that does not exist', about, '"area": "header"', '"area": "top"', 'unknown-area'],
  ['A guard twice', about, '{ "name": "admin" }', '{ "name": "admin" }, { "name": "admin" }', 'schema'],
  ['A blank at the end of a link', about, '"landings/default#steps"', '"landings/default#steps "', 'unsafe-url'],
  ['A route that belongs to another page by its name', about, '"/about-us"', '"/catalogue"', 'duplicate-route'],
  [
    'A comma after the last entry',
    about,
    '"https://www.example.com/members" }',
    '"https://www.example.com/members" },',
    'json',
  ],
  ['An id of a fragment twice', header, '"blocks": [', `"blocks": [${double},`, 'duplicate-id', `${header}:6`],
];

const inLandings: readonly NearMistake[] = [
  ['A comma too few in a landing to which links lead', summer, '"version": 4,', '"version": 4', 'json', `${summer}:4`],
  ['A code fence before a landing', summer, '{\n', '```json\n{\n', 'json'],
  ['A no-break space before a key', summer, '  "slug"', '\u00A0 "slug"', 'json'],
  ['A slug without a character', summer, '"slug": "summer"', '"slug": ""', 'schema'],
  ['A slug with an umlaut', summer, '"slug": "summer"', '"slug": "sömmer"', 'schema'],
  ['A slug as a number', summer, '"slug": "summer"', '"slug": 2026', 'schema'],
  ['A slug with an ending', summer, '"slug": "summer"', '"slug": "summer.html"', 'schema'],
  ['A base with the ending of its file', summer, '"landings/default"', '"landings/default.json"', 'unknown-document'],
  ['A block with a blank in its id, which variants change', landing, '"id": "hero"', '"id": "the hero"', 'schema'],
  ['A block with a number for an id, which variants change', landing, '"id": "hero"', '"id": 7', 'schema'],
  ['A base in a list', summer, '"landings/default"', '["landings/default"]', 'schema'],
  [
    'A block inside of one that takes none',
    summer,
    '{ "op": "document", "set": { "theme": "ink" } }',
    '{ "op": "insert", "into": "steps", "blocks": [{ "id": "bar", "type": "top-banner", "text": "landing.title" }] }',
    'unclear-change',
  ],
  ['A change without a block', summer, '"block": "hero", ', '', 'schema'],
  ['A change without an operation', summer, '"op": "set", ', '', 'schema'],
  ['A change of a type', summer, '"variant": "short"', '"variant": "short", "type": "steps"', 'unclear-change'],
  [
    'A change with the property of another block',
    summer,
    '"variant": "short"',
    '"variant": "short", "steps": []',
    'schema',
  ],
  [
    'A window that closes before it opens, around others',
    summer,
    '"slug": "summer",',
    '"slug": "summer", "window": { "from": "2027-01-02T00:00", "to": "2027-01-01T00:00", "zone": "Europe/Berlin" },',
    'window',
  ],
  [
    'A window without a zone',
    summer,
    '"slug": "summer",',
    '"slug": "summer", "window": { "to": "2027-01-01T00:00" },',
    'schema',
  ],
  [
    'A window with an offset',
    summer,
    '"slug": "summer",',
    '"slug": "summer", "window": { "to": "2027-01-01T00:00", "zone": "CET+1" },',
    'schema',
  ],
  ['A field of a form, misspelt', lean, '"name": "email"', '"name": "e-mail"', 'schema'],
  ['A field of a form twice, in place of another', lean, '"name": "country"', '"name": "email"', 'journey-fields'],
  [
    'A field of a form that is not asked for',
    lean,
    '{ "name": "email", "label": "landing.title" }, ',
    '',
    'journey-fields',
  ],
  ['A step that no flow has', lean, '"leanStep1"', '"leanStep"', 'journey-flows'],
  ['A flow that no journey has', lean, '"flow": "lean"', '"flow": "leen"', 'journey-flows'],
  ['A block with a form, misspelt', join, '"registration-form"', '"registration-from"', 'unknown-block'],
];

const inExperiments: readonly NearMistake[] = [
  [
    'An experiment on a landing that does not exist',
    experiment,
    '"landings/default"',
    '"landings/defualt"',
    'unknown-document',
  ],
  ['An experiment on a fragment', experiment, '"landings/default"', '"fragments/header"', 'unknown-document'],
  ['A negative weight', experiment, '"weight": 50\n    },', '"weight": -50\n    },', 'schema'],
  ['A weight as a text', experiment, '"weight": 50\n    },', '"weight": "50"\n    },', 'schema'],
  [
    'A variation with two ways',
    experiment,
    '"variant": "landings/short"',
    '"variant": "landings/short", "redirect": "landings/summer"',
    'experiment-variations',
  ],
  [
    'A variation that leads to a page',
    experiment,
    '"variant": "landings/short"',
    '"redirect": "pages/about-us"',
    'unknown-document',
  ],
  [
    'A property of a variation, misspelt',
    experiment,
    '"variant": "landings/short"',
    '"varient": "landings/short"',
    'schema',
  ],
  ['Two variations of one key', experiment, '"key": "short"', '"key": "default"', 'experiment-variations'],
  [
    'A code in small letters',
    experiment,
    '"status": "live",',
    '"status": "live", "targeting": { "codes": ["anna-50"] },',
    'schema',
  ],
  ['A recorded weight as a text', phases, '"short": 0.5', '"short": "0.5"', 'experiment-phase'],
  ['A recorded phase under a word', phases, '"1": {', '"one": {', 'experiment-phase'],
  ['A share in percent', experiment, '"status": "live",', '"status": "live", "coverage": 50,', 'schema'],
  ['A status that does not exist', experiment, '"live"', '"running"', 'schema'],
];

const inSite: readonly NearMistake[] = [
  ['A whole number with a fraction', site, '"value": 3000', '"value": 28.5', 'claims'],
  ['Money without a currency', site, '"format": "integer"', '"format": "money"', 'claims'],
  [
    'A format of claims that does not exist',
    site,
    '"format": "integer"',
    '"format": "euro", "currency": "EUR"',
    'schema',
  ],
  ['A claim as a text', site, '"value": 3000', '"value": "3000"', 'claims'],
  ['A claim of a day in another notation', site, '"asOf": "2026-01-01"', '"asOf": "01.01.2026"', 'schema'],
  ['A default language in capitals', site, '"default": "en"', '"default": "EN"', 'languages'],
  ['A default language that is misspelt', site, '"default": "en"', '"default": "eng"', 'languages'],
  ['No languages', site, '["en", "de", "fr", "it", "nl", "pl", "sv"]', '[]', 'schema'],
  [
    'A named link that runs a script',
    site,
    '"login": "https://www.example.com/login"',
    '"login": "javascript:alert(1)"',
    'unsafe-url',
  ],
  ['A document that the site needs, misspelt', site, '"notFound"', '"notfound"', 'schema'],
  ['A claim below nothing', site, '"value": 3000', '"value": -3000', 'schema'],
  ['A currency that does not exist', site, '"format": "integer"', '"format": "money", "currency": "EUC"', 'claims'],
  ['A named link that is misspelt where it is declared', site, '"login": "https', '"logni": "https', 'unknown-link'],
  ['A name of a colour in capitals', brand, '"pine": ', '"Pine": ', 'schema'],
  ['A digit of a colour that is none', brand, '#F4F7F6', '#F4F7FG', 'schema'],
  ['A role of a colour that does not exist', brand, '"surface": "white"', '"surfaces": "white"', 'schema'],
  ['A colour without its hash', brand, '"error": "#97162B"', '"error": "97162B"', 'schema'],
];

const inTexts: readonly NearMistake[] = [
  ['A variable that only the source has', english, '"Come in"', '"Come in, {name}"', 'text-markup'],
  ['A tag that only the source has', english, '"Come in"', '"<em>Come</em> in"', 'text-markup'],
  [
    'A named link that only the source has, and nobody',
    english,
    '"Come in"',
    '"<link:nowhere>Come in</link>"',
    'text-markup',
  ],
  ['A claim that the source writes as another program does', english, '{claims.labels}', '%s', 'text-markup'],
  ['A claim in the wrong language', german, '{claims.labels}', '{claims.marken}', 'text-markup'],
  ['A brace too few', german, '{claims.labels}', '{claims.labels', 'text-markup'],
  ['A script in a text', german, '"Treten Sie ein"', '"<script>x</script>"', 'text-markup'],
  ['A text that was left for later', german, '"Treten Sie ein"', '"TODO: ein Gruß"', 'untranslated-text'],
  ['A row of crosses for a text', english, '"Come in"', '"XXX"', 'untranslated-text'],
  ['An object in place of a text', english, '"hero": "Come in"', '"hero": { "x": "Come in" }', 'schema'],
  ['A filler of a layout', english, '"Come in"', '"Lorem ipsum dolor sit amet"', 'untranslated-text'],
  [
    'A text in the document that was left for later',
    landing,
    '"title": "landing.steps"',
    `"title": ${JSON.stringify({ en: 'Steps', de: 'Schritte', fr: 'Étapes', it: 'TBD', nl: 'Stappen', pl: 'Kroki', sv: 'Steg' })}`,
    'untranslated-text',
  ],
  ['A sign before the braces of a claim', german, '{claims.labels}', '${claims.labels}', 'claims'],
  ['Bold as Markdown writes it', german, '"Treten Sie ein"', '"**Treten** Sie ein"', 'text-markup'],
  ['A link as Markdown writes it', english, '"Come in"', '"[Come in](https://www.example.com)"', 'text-markup'],
  [
    'A title that search engines cut off',
    english,
    '"Private sales"',
    `"${'Private sales '.repeat(12)}"`,
    'overlong-text',
  ],
  ['A list of fonts that ends without a kind', brand, '["Georgia", "serif"]', '["Georgia"]', 'brand-font'],
  ['An axis that ends before it begins', brand, '"min": 400, "max": 600', '"min": 600, "max": 400', 'brand-font'],
  ['A price before its sign', german, '"Treten Sie ein"', '"Ab 19 € eintreten"', 'claims'],
  ['A price without its cents', german, '"Treten Sie ein"', '"Ab 19,- eintreten"', 'claims'],
  ['A separator of lines', german, '"Treten Sie ein"', '"Treten\u2028Sie ein"', 'invisible-character'],
  ['A letter that was read in another encoding', german, 'Verkäufe', 'VerkÃ¤ufe', 'typography'],
  ['Two straight quotation marks', german, '"Treten Sie ein"', '"\\"Treten\\" Sie ein"', 'typography'],
  ['A price behind its code', german, '"Treten Sie ein"', '"Ab CHF 20 eintreten"', 'claims'],
  ['A price in pounds', english, '"Come in"', '"Come in from £5"', 'claims'],
  ['A blank at the end of a text', german, '"Treten Sie ein"', '"Treten Sie ein "', 'typography'],
  ['A blank at the beginning of a text', german, '"Treten Sie ein"', '" Treten Sie ein"', 'typography'],
  ['Two blanks', german, '"Treten Sie ein"', '"Treten  Sie ein"', 'typography'],
  ['A new line in a text', german, '"Treten Sie ein"', '"Treten\\nSie ein"', 'typography'],
  ['Another form of address', german, '"Treten Sie ein"', '"Tritt ein, für dich"', 'typography'],
  ['A text that is empty', german, '"Treten Sie ein"', '""', 'schema'],
  ['A text that is null', german, '"Treten Sie ein"', 'null', 'schema'],
  ['A mark of direction from the right', german, '"Treten Sie ein"', '"\u200FTreten Sie ein"', 'invisible-character'],
  ['Marks of an unfinished merge', german, '  "hero"', '<<<<<<< HEAD\n  "hero"', 'json'],
  ['A step of a flow with the name of another', journey, '"name": "leanStep2"', '"name": "leanStep1"', 'journey-flows'],
  [
    'A state that a transition leads to, misspelt',
    journey,
    '"on": "register", "to": "pending"',
    '"on": "register", "to": "pendng"',
    'journey-names',
  ],
  ['A heading too deep', about, '"type": "notice",', '"type": "notice", "level": 7,', 'schema'],
  ['A grade in capitals', landing, '"grade": "dark"', '"grade": "Dark"', 'schema'],
];

export const nearMistakes: readonly NearMistake[] = [
  ...inBlocks,
  ...inLandings,
  ...inExperiments,
  ...inSite,
  ...inTexts,
];
