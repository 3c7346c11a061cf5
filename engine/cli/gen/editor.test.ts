import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getLanguageService, type CompletionList, TextDocument } from 'vscode-json-languageservice';
import { composeSchemas } from './compose.ts';
import { generateEditorSchemas } from './editor.ts';
import { fixtureBlock, fixtureSource } from '#tests/helpers/fixture-source.ts';

/** A block with slots. */
const rack = fixtureBlock('rack', {
  $id: '/blocks/rack.schema.json',
  title: 'Rack',
  description: 'Posters side by side.',
  kind: 'static',
  slots: {
    left: { description: 'First side.', types: ['poster', 'rack'] },
    right: { description: 'Second side.', types: ['poster'] },
  },
  type: 'object',
  additionalProperties: false,
  properties: {},
});

const source = fixtureSource({
  blocks: [...fixtureSource().blocks, rack],
  bases: [
    { id: 'landings/default', blocks: [{ id: 'hero', type: 'poster' }], bases: [], isLinkable: true },
    { id: 'landings/calm', blocks: [], bases: ['landings/default'], isLinkable: false },
    { id: 'landings/foreign', blocks: [], bases: ['landings/other'], isLinkable: true },
  ],
  texts: new Map([
    ['about.title', 'About the house'],
    ['poster.title', 'Come in, {claims.stores}'],
  ]),
  claims: new Map([['stores', '120 (integer), Sales, 2026-11-01']]),
  documents: [
    'landings/calm',
    'landings/default',
    'landings/foreign',
    'landings/other',
    'fragments/footer',
    'pages/about',
    'pages/error',
    'brands/osteria',
  ],
  colours: ['ivory', 'ink'],
  brandFiles: ['pages-config/brand/emblem.png'],
  states: ['finished'],
  stepForms: ['vote-first'],
  forms: new Map([
    ['vote', { file: 'journeys/poll/members/vote/vote.schema.json', schema: { properties: { choice: {}, name: {} } } }],
  ]),
  events: [
    { name: 'vote_sent', file: '', schema: { reaches: ['experiments'] }, journey: 'poll' },
    { name: 'vote_opened', file: '', schema: { reaches: ['data-layer'] }, journey: 'poll' },
  ],
  journeys: [
    {
      name: 'poll',
      folder: 'journeys/poll',
      parts: new Set(),
      isPlugin: false,
      hasSettings: false,
      elements: [],
      vocabulary: {
        useCases: { vote: { counted: [], refused: [] } },
        steps: { vote: 'only' },
        conditions: { weather: { description: 'How the sky is.', values: ['clear', 'grey'] } },
        times: ['voteDays'],
      },
    },
  ],
});
const files = new Map(generateEditorSchemas(source, composeSchemas(source)));
const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(files.get(uri.replace('file:///', '')) ?? ''),
});
service.configure({
  allowComments: false,
  schemas: ['site', 'page', 'landing', 'fragment', 'experiment', 'journey', 'brand', 'texts'].map((kind) => ({
    uri: `file:///schemas/generated/editor/${kind}.schema.json`,
    fileMatch: [`*/${kind}.json`],
  })),
});

/** Splits a half-typed document at `|`, where the cursor stands. */
function open(kind: string, textWithCursor: string): { document: TextDocument; offset: number } {
  const offset = textWithCursor.indexOf('|');
  const text = textWithCursor.replace('|', '');
  return { document: TextDocument.create(`file:///${kind}.json`, 'json', 1, text), offset };
}

async function complete(kind: string, textWithCursor: string): Promise<CompletionList> {
  const { document, offset } = open(kind, textWithCursor);
  const list = await service.doComplete(document, document.positionAt(offset), service.parseJSONDocument(document));
  return list ?? { isIncomplete: false, items: [] };
}

async function labels(kind: string, textWithCursor: string): Promise<readonly string[]> {
  return (await complete(kind, textWithCursor)).items.map((item) => item.label);
}

async function hover(kind: string, textWithCursor: string): Promise<string> {
  const { document, offset } = open(kind, textWithCursor);
  const result = await service.doHover(document, document.positionAt(offset), service.parseJSONDocument(document));
  return JSON.stringify(result?.contents);
}

async function problems(kind: string, value: unknown): Promise<readonly string[]> {
  const document = TextDocument.create(`file:///${kind}.json`, 'json', 1, JSON.stringify(value));
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
}

const page = {
  $schema: '',
  version: 4,
  route: '/about',
  layout: 'wide',
  meta: { title: 'about.title', description: 'about.title' },
};

test('A new block is offered every type that may be in a page, and none that needs a parent', async () => {
  const found = await labels('page', '{ "blocks": [{ "id": "a", "type": | }] }');
  expect(found).toContain('"poster"');
  expect(found).not.toContain('"_slide"');
});

test('A block is offered the props of its own type and of the envelope', async () => {
  const found = await labels('page', '{ "blocks": [{ "id": "a", "type": "poster", | }] }');
  expect(found).toEqual(expect.arrayContaining(['title', 'look', 'action', 'area', 'window', 'when', 'blocks']));
});

test('A block inside of one with slots is offered those, with what each is for, and the types that they take', async () => {
  const inside = (block: string) =>
    `{ "blocks": [{ "id": "a", "type": "rack", "blocks": [{ "id": "b", ${block} }] }] }`;
  expect(await labels('page', inside('"type": "|"'))).toEqual(['"poster"', '"rack"']);
  const slots = (await complete('page', inside('"type": "poster", "title": "about.title", "slot": "|"'))).items;
  expect(slots.map(({ label }) => label).toSorted()).toEqual(['"left"', '"right"']);
  expect(JSON.stringify(slots)).toContain('Second side.');
  expect(await labels('page', inside('"fragment": "|"'))).toEqual(['"fragments/footer"']);
  const problemsInside = (block: object): Promise<readonly string[]> =>
    problems('page', { ...page, blocks: [{ id: 'a', type: 'rack', blocks: [{ id: 'b', ...block }] }] });
  expect(await problemsInside({ type: 'poster', title: 'about.title', slot: 'lfet' })).toHaveLength(1);
  expect(await problemsInside({ type: 'rack', slot: 'right' })).toHaveLength(1);
  expect(await problemsInside({ type: 'rack', slot: 'left' })).toEqual([]);
  expect(await problemsInside({ fragment: 'fragments/footer', slot: 'right' })).toEqual([]);
});

test('A prop with fixed values is offered them', async () => {
  expect(await labels('page', '{ "blocks": [{ "type": "poster", "look": | }] }')).toEqual(
    expect.arrayContaining(['"calm"', '"loud"']),
  );
});

test('A text is offered every translation key and the frame of a text in all languages', async () => {
  const found = await labels('page', '{ "blocks": [{ "type": "poster", "title": | }] }');
  expect(found).toEqual(expect.arrayContaining(['"about.title"', '"poster.title"', 'Text in all languages']));
});

test('A link is offered every document and every named link', async () => {
  const found = await labels('page', '{ "blocks": [{ "type": "poster", "action": { "to": | } }] }');
  expect(found).toEqual(expect.arrayContaining(['"pages/about"', '"landings/default"', '"link:login"']));
});

test('The use of a fragment is offered fragments only', async () => {
  const found = await labels('landing', '{ "layout": "wide", "blocks": [{ "id": "a", "fragment": | }] }');
  expect(found).toContain('"fragments/footer"');
  expect(found).not.toContain('"pages/about"');
});

test('A variant is offered the landings it may extend', async () => {
  expect(await labels('landing', '{ "extends": | }')).toEqual(
    ['calm', 'default', 'foreign', 'other'].map((name) => `"landings/${name}"`),
  );
});

test('The site document is offered pages for what the engine sends itself', async () => {
  expect(await labels('site', '{ "documents": { "error": | } }')).toEqual(expect.arrayContaining(['"pages/error"']));
});

test('Guards, layouts, images and areas of the layout are offered by name', async () => {
  expect(await labels('page', '{ "guards": [{ "name": | }] }')).toContain('"admin"');
  expect(await labels('page', '{ "layout": | }')).toContain('"wide"');
  expect(await labels('page', '{ "blocks": [{ "type": "poster", "image": { "src": | } }] }')).toContain(
    '"images/satin.jpg"',
  );
  expect(await labels('page', '{ "layout": "wide", "blocks": [{ "type": "poster", "area": | }] }')).toEqual(
    expect.arrayContaining(['"top"', '"main"']),
  );
});

test('The list of blocks offers every example as a ready block', async () => {
  const list = await complete('page', '{ "blocks": [ | ] }');
  const snippet = list.items.find((item) => item.label === 'poster: Plain');
  expect(snippet?.textEdit?.newText).toContain('"type": "poster"');
});

test('Pointing at a prop shows what it is for', async () => {
  expect(await hover('page', '{ "blocks": [{ "type": "poster", "lo|ok": "calm" }] }')).toContain('`calm` or `loud`.');
});

test('Pointing at a type shows what the block is', async () => {
  expect(await hover('page', '{ "blocks": [{ "type": "po|ster" }] }')).toContain('A large image with words');
});

test.each([
  ['the document', '{ "document": | }', ['"landings/default"', '"pages/about"']],
  ['the variant of a variation', '{ "variations": [{ "variant": | }] }', ['"landings/default"']],
  ['the key of its feature', '{ "feature": | }', ['"page.landings/default"']],
  ['the conversion that decides', '{ "goalMetric": | }', ['"vote_sent"']],
  ['a conversion that must not suffer', '{ "guardrails": [|] }', ['"vote_sent"']],
  ['the block that must be seen', '{ "exposeOn": | }', ['"hero"']],
])('An experiment is offered the names of %s', async (_, text, expected) => {
  expect(await labels('experiment', text)).toEqual(expect.arrayContaining(expected));
});

test('Only conversions measure an experiment', async () => {
  expect(await labels('experiment', '{ "goalMetric": | }')).toEqual(['"vote_sent"']);
  expect(
    await problems('experiment', { ...testing('landings/default', 'landings/calm'), goalMetric: 'vote_opened' }),
  ).toEqual([expect.stringContaining('"vote_sent"')]);
});

const testing = (document: string, variant: string): object => ({
  $schema: '',
  version: 4,
  status: 'live',
  hypothesis: 'More people come in.',
  document,
  variations: [
    { key: 'control', weight: 50 },
    { key: 'other', variant, weight: 50 },
  ],
});

test('Variations of an experiment are whole landings and variants of what it tests', async () => {
  const variations = '"variations": [{ "variant": | }]';
  expect(await labels('experiment', `{ "document": "landings/default", ${variations} }`)).toEqual(
    expect.arrayContaining(['"landings/calm"', '"landings/other"']),
  );
  expect(await labels('experiment', `{ "document": "pages/about", ${variations} }`)).toEqual([
    '"landings/default"',
    '"landings/other"',
  ]);
  expect(await problems('experiment', testing('landings/default', 'landings/calm'))).toEqual([]);
  expect(await problems('experiment', testing('landings/default', 'landings/foreign'))).toHaveLength(1);
  expect(await problems('experiment', testing('pages/about', 'landings/calm'))).toHaveLength(1);
  expect(await problems('experiment', testing('landings/default', 'pages/about'))).toHaveLength(1);
  expect(await problems('experiment', testing('landings/defualt', 'landings/calm'))).toHaveLength(1);
});

test('A redirect and a link lead to what has an address', async () => {
  expect(await labels('experiment', '{ "variations": [{ "redirect": | }] }')).not.toContain('"landings/calm"');
  expect(await labels('page', '{ "blocks": [{ "type": "poster", "action": { "to": | } }] }')).not.toContain(
    '"landings/calm"',
  );
});

test.each([
  ['states', '{ "machines": { "account": { "transitions": [{ "from": [|] }] } } }', ['"finished"']],
  ['events and outcomes', '{ "machines": { "a": { "transitions": [{ "on": | }] } } }', ['"vote.counted"']],
  ['settings of time', '{ "machines": { "a": { "states": { "b": { "for": | } } } } }', ['"voteDays"']],
  ['use cases', '{ "outcomes": { | } }', ['vote']],
  ['outcomes of a use case', '{ "outcomes": { "vote": { | } } }', ['counted', 'refused']],
  ['pages', '{ "outcomes": { "vote": { "counted": [{ "page": | }] } } }', ['"pages/about"', '"landings/default"']],
  ['conditions', '{ "outcomes": { "vote": { "counted": [{ "when": { | } }] } } }', ['weather']],
  ['values', '{ "outcomes": { "vote": { "counted": [{ "when": { "weather": | } }] } } }', ['"clear"', '"grey"']],
  ['events', '{ "outcomes": { "vote": { "counted": [{ "event": | }] } } }', ['"vote_sent"']],
  ['texts', '{ "refusals": { "grey": { "message": | } } }', ['"about.title"']],
  ['forms', '{ "forms": { | } }', ['vote', 'vote-first']],
  ['forms of steps', '{ "flows": { "long": { "steps": [{ "form": | }] } } }', ['"vote"', '"vote-first"']],
  ['fields of steps', '{ "forms": { "vote-first": { "fields": [|] } } }', ['"choice"', '"name"']],
  ['fields of steps that are optional', '{ "forms": { "vote-first": { "optional": [|] } } }', ['"choice"', '"name"']],
])('A journey is offered its %s', async (_, text, expected) => {
  expect(await labels('journey', text)).toEqual(expect.arrayContaining(expected));
});

test('A page that does not exist is a problem of a journey and of an experiment', async () => {
  const found = await problems('journey', { forms: { vote: { post: 'vote', page: 'pages/abuot' } } });
  expect(found.join()).toContain('pages/about');
  expect((await problems('experiment', { document: 'pages/abuot' })).join()).toContain('pages/about');
});

test('A state that the same document is about to name passes', async () => {
  const transitions = [{ from: ['new'], on: 'vote.counted', to: 'newer' }];
  const states = { new: {}, newer: {} };
  const machines = { a: { subject: 'row', initial: 'new', states, transitions } };
  const rest = { $schema: '', version: 4, flows: {}, forms: {}, outcomes: {} };
  const found = await problems('journey', { ...rest, machines });
  expect(found.filter((message) => !/fewer properties/.test(message))).toEqual([]);
});

test('Pointing at a condition of a journey shows what it is for', async () => {
  const text = '{ "outcomes": { "vote": { "counted": [{ "when": { "wea|ther": "clear" } }] } } }';
  expect(await hover('journey', text)).toContain('How the sky is');
});

const period = (zone: string): object => ({
  ...page,
  blocks: [{ id: 'a', type: 'poster', title: 'about.title', period: { from: '2026-11-27T00:00', zone } }],
});

test('A time zone is offered every name of the IANA, and takes no other', async () => {
  const found = await labels('page', '{ "blocks": [{ "type": "poster", "period": { "zone": | } }] }');
  expect(found).toEqual(expect.arrayContaining(['"Europe/Berlin"', '"Asia/Kolkata"', '"UTC"']));
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Port-au-Prince', 'UTC'])
    expect(await problems('page', period(zone))).toEqual([]);
  expect(await problems('page', period('Europe/Berln'))).toEqual([expect.stringContaining('no such time zone')]);
});

test('A text shows its words beside its key, and a key that does not exist is named without a list of all', async () => {
  const list = await complete('page', '{ "blocks": [{ "type": "poster", "title": | }] }');
  const item = list.items.find(({ label }) => label === '"about.title"');
  expect(JSON.stringify(item?.documentation)).toContain('About the house');
  expect(await hover('page', '{ "blocks": [{ "type": "poster", "title": "about.ti|tle" }] }')).toContain(
    'About the house',
  );
  expect(await labels('journey', '{ "refusals": { "grey": { "message": | } } }')).toContain('"poster.title"');
});

test('Claims are offered where the site document and texts name them, and no other is', async () => {
  expect(await labels('site', '{ "claims": { | } }')).toContain('stores');
  expect(await labels('texts', '{ "title": | }')).toContain('{claims.stores}');
  expect(await labels('page', '{ "blocks": [{ "type": "poster", "title": { "en": | } }] }')).toContain(
    '{claims.stores}',
  );
  expect(await problems('texts', { title: 'In {claims.stores} places' })).toEqual([]);
  expect(await problems('texts', { title: 'In {claims.store} places' })).toEqual([expect.stringContaining('stores')]);
});

test.each([
  [{ value: 0.75, format: 'percent' }, 0],
  [{ value: 75, format: 'percent' }, 1],
  [{ value: 4.5, format: 'integer' }, 1],
  [{ value: 'many', format: 'integer' }, 1],
  [{ value: 9, format: 'money', currency: 'EUR' }, 0],
  [{ value: 9, format: 'money' }, 1],
  [{ value: 9, format: 'decimal', currency: 'EUR' }, 1],
])('A claim is what its format wants: %j', async (claim, count) => {
  const stores = { ...claim, source: 'Sales', asOf: '2026-11-01' };
  const inTheRest = new Set(await problems('site', { claims: {} }));
  const found = await problems('site', { claims: { stores } });
  expect(found.filter((message) => !inTheRest.has(message))).toHaveLength(count);
});

test('A property under a wrong name is one problem, and one that is missing is one', async () => {
  const block = { id: 'a', type: 'poster' };
  expect(await problems('page', { ...page, blocks: [{ ...block, titel: 'about.title' }] })).toEqual([
    'Property titel is not allowed.',
  ]);
  expect(await problems('page', { ...page, blocks: [block] })).toEqual(['Missing property "title".']);
  expect(await problems('page', { ...page, blocks: [{ ...block, title: 7 }] })).toHaveLength(1);
});

test('A brand is offered its own colours and files, and a page the brands', async () => {
  expect(await labels('page', '{ "brand": | }')).toEqual(['"brands/osteria"']);
  expect(await labels('brand', '{ "day": { "background": | } }')).toEqual(expect.arrayContaining(['"ivory"', '"ink"']));
  expect(await labels('brand', '{ "day": { "line": | } }')).toContain('"ivory"');
  expect(await labels('brand', '{ "mails": { "emblem": | } }')).toContain('"pages-config/brand/emblem.png"');
  expect(await hover('brand', '{ "day": { "back|ground": "ivory" } }')).toContain('Background of pages');
});

test('A file of texts is offered the entries of the source language, and shows its words', async () => {
  expect(await labels('texts', '{ | }')).toEqual(['title']);
  expect(await hover('texts', '{ "ti|tle": "Über uns" }')).toMatch(/About the house.*Come in/);
  expect(await problems('texts', { other: 'Wort' })).toEqual([]);
  expect(await problems('texts', { other: 7 })).toHaveLength(1);
});

test('An empty landing is offered whole landings and a variant', async () => {
  const found = await labels('landing', '|');
  expect(found).toEqual(expect.arrayContaining(['Variant of a landing', 'Landing: wide with poster']));
});

test('A valid page has no problem', async () => {
  const blocks = [
    { id: 'a', type: 'poster', title: 'about.title', area: 'top' },
    { id: 'b', fragment: 'fragments/footer' },
  ];
  expect(await problems('page', { ...page, blocks })).toEqual([]);
});

test('An unknown type is answered with the types that exist', async () => {
  const found = await problems('page', { ...page, blocks: [{ id: 'a', type: 'postr' }] });
  expect(found).toEqual([expect.stringContaining('"poster"')]);
});

test('A translation key that does not exist is a problem', async () => {
  const found = await problems('page', { ...page, blocks: [{ id: 'a', type: 'poster', title: 'about.titel' }] });
  expect(found).toHaveLength(1);
});

test('The settings of the workspace give every kind of document its schema', () => {
  const settings = JSON.parse(readFileSync(new URL('../../../.vscode/settings.json', import.meta.url), 'utf8'));
  const urls = settings['json.schemas'].map(({ url }: { url: string }) => url.replace('./', ''));
  expect(urls.toSorted()).toEqual([...files.keys()].toSorted());
});
