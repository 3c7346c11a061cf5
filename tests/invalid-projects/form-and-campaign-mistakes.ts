import { moreFiles, type NearMistake } from './near-mistakes.ts';

const page = 'pages-config/pages/evening.json';
const form = 'pages-config/forms/evening.json';
const split = 'pages-config/experiments/evening.json';
const summer = 'pages-config/landings/summer.json';
const about = 'pages-config/pages/about-us.json';
const site = 'pages-config/site.json';
const brand = 'pages-config/brand.json';
const phases = 'pages-config/phases.json';
const calm = 'pages-config/experiments/calm.json';
const english = 'locales/en/landing.json';
const german = 'locales/de/landing.json';

const journey = 'pages-config/journeys/registration.json';
const first = '{ "name": "leanStep1", "form": "registration-step-1" }';
const second = '{ "name": "leanStep2", "form": "registration-step-2", "page": "pages/started" }';

const json = (value: object): string => JSON.stringify(value, null, 2);
const schema = (kind: string): string => `../../../../../schemas/generated/editor/${kind}.schema.json`;
const inPlace = {
  en: 'An evening with music',
  de: 'Ein Abend mit Musik',
  fr: 'Une soirée en musique',
  it: 'Una serata con musica',
  nl: 'Een avond met muziek',
  pl: 'Wieczór z muzyką',
  sv: 'En kväll med musik',
};

/** A form with steps and a confirmation, its page with addresses in languages, and an experiment that is being prepared. */
export const campaignFiles: Readonly<Record<string, string>> = {
  [page]: json({
    $schema: schema('page'),
    version: 4,
    route: '/evening',
    addresses: { de: '/abend', fr: '/soiree' },
    layout: 'default',
    meta: { title: inPlace, description: 'landing.description' },
    blocks: [
      { id: 'reply', type: 'form', form: 'forms/evening', level: 1, title: inPlace },
      {
        id: 'pair',
        type: 'columns',
        title: 'landing.steps',
        blocks: ['left', 'right'].map((slot) => ({
          id: slot,
          slot,
          type: 'rich-text',
          title: 'landing.summer',
          level: 3,
          lead: 'landing.title',
        })),
      },
      {
        id: 'programme',
        type: 'timeline',
        entries: [
          { time: 'landing.summer', at: '2027-03-12T19:30', title: 'landing.steps' },
          { time: 'site.missing', title: 'landing.summer' },
        ],
      },
    ],
  }),
  [form]: json({
    $schema: schema('form'),
    version: 4,
    fields: [
      { name: 'email', type: 'email', label: 'site.about', required: true },
      {
        name: 'coming',
        type: 'radio',
        label: 'site.login',
        required: true,
        options: ['yes', 'no'].map((value) => ({ value, label: value === 'yes' ? 'site.join' : 'landing.title' })),
      },
      {
        name: 'guests',
        type: 'number',
        label: 'landing.steps',
        required: true,
        when: { field: 'coming', is: ['yes'] },
      },
    ],
    steps: [
      { title: 'landing.summer', fields: ['email'] },
      { title: 'site.missing', fields: ['coming', 'guests'] },
    ],
    submit: 'site.join',
    sent: { show: 'page', page: 'pages/about-us' },
    actions: [{ do: 'mail-team', to: 'events@example.com' }],
    confirm: {
      field: 'email',
      mail: { subject: 'site.missing', paragraphs: ['landing.title'], button: 'site.join' },
      ask: { title: 'landing.summer', submit: 'site.join' },
      confirmed: { show: 'inline', title: 'site.missing' },
      expired: 'landing.title',
    },
    retention: { days: 90, why: 'Guests are asked how the evening was.' },
  }),
  [split]: json({
    $schema: schema('experiment'),
    version: 4,
    status: 'paused',
    hypothesis: 'A guest who reads more comes.',
    document: 'landings/summer',
    variations: [
      { key: 'plain', weight: 50 },
      { key: 'other', redirect: 'landings/winter', weight: 50 },
    ],
    prerequisites: [{ experiment: 'calm', variations: ['short'] }],
    coverage: 0.5,
    ramp: ['2099-01-01T00:00', '2099-02-01T00:00'].map((at, index) => ({
      at,
      zone: 'Europe/Berlin',
      coverage: 0.7 + index / 10,
    })),
  }),
};

const theme = '{ "op": "document", "set": { "theme": "ink" } }';
const bar = '{ "id": "bar", "type": "top-banner", "text": "landing.title" }';

/** Mistakes of marketers in forms, experiments and addresses, many of which have consequences elsewhere that are not reported. */
export const campaignMistakes: readonly NearMistake[] = [
  ['A record of phases that was emptied', phases, moreFiles[phases] ?? '', '{}', 'experiment-phase'],
  ['Percentages that do not add up to a hundred', split, '"weight": 50', '"weight": 40', 'experiment-variations'],
  ['A list that is still open before the next name', form, '],\n  "steps"', '\n  "steps"', 'json'],
  ['A language in place of another one', page, `"de": "${inPlace.de}"`, `"fr": "${inPlace.de}"`, 'json', `${page}:14`],
  [
    'An address without its scheme',
    about,
    '"https://www.example.com/members"',
    '"www.example.com/members"',
    'unknown-document',
  ],
  ['A landing among the pages', about, '"landings/default#steps"', '"pages/default#steps"', 'unknown-document'],
  ['A route that is null, of a page with addresses', page, '"/evening"', 'null', 'schema'],
  ['The route of the start page, of a page with addresses', page, '"/evening"', '"/"', 'duplicate-route'],
  ['An area in place of a slot', page, '"slot": "left"', '"area": "left"', 'unknown-area'],
  ['The type of a block under a name of another language', page, '"type": "timeline"', '"typ": "timeline"', 'schema'],
  ['A time on a day that does not exist', page, '2027-03-12T19:30', '2027-02-30T19:30', 'schema'],
  ['A text in place that one language leaves as it was', page, inPlace.de, inPlace.en, 'untranslated-text'],
  ['An option of another guard', about, '"name": "admin"', '"name": "admin", "step": "started"', 'unknown-guard'],
  [
    'A field that was renamed where it is declared',
    form,
    '"name": "guests"',
    '"name": "persons"',
    'form-fields',
    `${form}:51`,
  ],
  [
    'A field that conditions and steps name, renamed',
    form,
    '"name": "coming"',
    '"name": "attending"',
    'form-fields',
    `${form}:33`,
  ],
  ['A blank in the name of a field', form, '"name": "guests"', '"name": "the guests"', 'schema'],
  ['Thanks at a path', form, '"page": "pages/about-us"', '"page": "/about-us"', 'unknown-document'],
  [
    'Thanks at the address of a page in one language',
    form,
    '"pages/about-us"',
    '"https://www.example.com/about-us"',
    'form-fields',
  ],
  ['A mailbox as a link', form, '"to": "events', '"to": "mailto:events', 'schema'],
  ['A share above one, before a ramp', split, '"coverage": 0.5', '"coverage": 1.5', 'schema'],
  ['A step of a ramp in percent', split, '"coverage": 0.7', '"coverage": 70', 'schema'],
  [
    'A variation that leads to the tested document',
    split,
    '"landings/winter"',
    '"landings/summer"',
    'experiment-variations',
  ],
  ['A variation without its folder', split, '"landings/winter"', '"winter"', 'unknown-document'],
  ['An entry of the record under another name', phases, '"calm": {', '"evening-of-night": {', 'experiment-phase'],
  [
    'A block to count from, and a base that is null',
    summer,
    '"extends": "landings/default"',
    '"extends": null',
    'schema',
  ],
  [
    'A landing in place of the page of errors',
    site,
    '"error": "pages/not-found"',
    '"error": "landings/default"',
    'unknown-document',
  ],
  ['A language as an object', site, '"available": ["en"', '"available": [{ "code": "en" }', 'schema'],
  ['A hash in place of a comment', calm, '"status"', '# soon\n  "status"', 'json'],
  ['A heading of Markdown', german, '"Treten Sie ein"', '"## Treten Sie ein"', 'text-markup'],
  ['An entry of a list of Markdown', english, '"Come in"', '"- Come in"', 'text-markup'],
  [
    'What an assistant says before its answer',
    german,
    '"Treten Sie ein"',
    '"Hier ist die Übersetzung: Treten Sie ein"',
    'untranslated-text',
  ],
  [
    'A block that is inserted beside itself',
    summer,
    theme,
    `{ "op": "insert", "before": "bar", "blocks": [${bar}] }`,
    'missing-target',
  ],
  [
    'Props of a fragment',
    summer,
    '"changes": [',
    '"changes": [\n{ "op": "set",\n"block": "header", "props": { "overlay": true } },',
    'unclear-change',
    `${summer}:8`,
  ],
  [
    'The id of a block in a change',
    summer,
    '"title": "landing.summer"',
    '"title": "landing.summer",\n"id": "other"',
    'unclear-change',
    `${summer}:8`,
  ],
  [
    'A holdout that shows several things',
    split,
    '"coverage": 0.5',
    '"holdout": true, "exposeOn": "hero", "coverage": 0.5',
    'experiment-variations',
  ],
  [
    'A fragment that was written into a block',
    page,
    '"slot": "left",',
    '"slot": "left",\n"fragment": "fragments/header",',
    'schema',
  ],
  [
    'A block that was written into the use of a fragment',
    about,
    '"fragment": "fragments/header",',
    '"fragment": "fragments/header",\n"type": "header",',
    'schema',
  ],
  ['A text with backslashes before its quotation marks', german, '"Treten Sie ein"', '\\"Treten Sie ein\\"', 'json'],
  ['The version of both sides of a merge', summer, '"version": 4,', '"version": 4,\n"version": 3,', 'json'],
  ['A form without its folder', page, '"forms/evening"', '"evening"', 'schema'],
  ['An action under the name that blocks have', form, '"do": "mail-team"', '"type": "mail-team"', 'schema'],
  ['Two texts that are joined', german, '"Treten Sie ein"', '"Treten " + "Sie ein"', 'json'],
  ['A sentence of an assistant before a document', form, '{\n  "$schema"', 'Here it is:\n{\n  "$schema"', 'json'],
  ['A share that is no number', split, '"coverage": 0.5', '"coverage": NaN', 'json'],
  [
    'Steps of a flow in another order',
    journey,
    `${first},\n        ${second}`,
    `${second},\n        ${first}`,
    'journey-flows',
  ],
  ['A colour that was renamed where it is declared', brand, '"slate": "', '"slates": "', 'unknown-colour'],
  [
    'A decimal comma in an experiment that another one waits for',
    calm,
    '"weight": 50\n    },',
    '"weight": 0,5\n    },',
    'json',
  ],
];
