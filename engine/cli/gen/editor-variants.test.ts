import { expect, test } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { fixtureSource } from '#tests/helpers/fixture-source.ts';
import { composeSchemas } from './compose.ts';
import { generateEditorSchemas, kindsWithValues } from './editor.ts';

const source = fixtureSource({
  bases: [
    {
      id: 'landings/default',
      bases: [],
      isLinkable: true,
      blocks: [
        { id: 'lead', type: 'poster', title: 'poster.title', look: 'calm' },
        { id: 'footer', fragment: 'fragments/footer' },
        { id: 'footer/legal', type: 'poster', title: 'about.title' },
      ],
    },
    {
      id: 'landings/other',
      bases: [],
      isLinkable: true,
      blocks: [{ id: 'elsewhere', type: 'poster', title: 'poster.title', look: 'calm' }],
    },
  ],
  texts: new Map([['poster.title', 'Come in']]),
});
const files = new Map(generateEditorSchemas(source, composeSchemas(source)));
const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(files.get(uri.replace('file:///', '')) ?? ''),
});
service.configure({
  schemas: [{ uri: 'file:///schemas/generated/editor/landing.schema.json', fileMatch: ['*/variant.json'] }],
});

/** A variant of `landings/default` with one change, in which `|` marks the cursor. */
function open(change: string) {
  const text = `{ "$schema": "", "version": 4, "extends": "landings/default", "changes": [${change}] }`;
  const document = TextDocument.create('file:///variant.json', 'json', 1, text.replace('|', ''));
  return { document, position: document.positionAt(text.indexOf('|')), parsed: service.parseJSONDocument(document) };
}

async function labels(change: string): Promise<readonly string[]> {
  const { document, position, parsed } = open(change);
  return ((await service.doComplete(document, position, parsed))?.items ?? []).map(({ label }) => label);
}

async function hover(change: string): Promise<string> {
  const { document, position, parsed } = open(change);
  return JSON.stringify((await service.doHover(document, position, parsed))?.contents);
}

async function problems(change: string): Promise<readonly string[]> {
  const { document, parsed } = open(change);
  const found = await service.doValidation(document, parsed);
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
}

test('Only schemas of the kinds named so change with the values in blocks of documents', () => {
  const bases = source.bases.map((base) => ({ ...base, blocks: base.blocks.map(({ id, type }) => ({ id, type })) }));
  const without = { ...source, bases };
  const others = generateEditorSchemas(without, composeSchemas(without)).filter(
    ([file, text]) => files.get(file) !== text,
  );
  expect(others.map(([file]) => file)).toEqual(
    kindsWithValues.map((kind) => `schemas/generated/editor/${kind}.schema.json`),
  );
});

test('A change is offered every operation, and what the chosen one takes', async () => {
  expect((await labels('{ "op": | }')).toSorted()).toEqual(
    ['"set"', '"replace"', '"insert"', '"move"', '"remove"', '"document"'].toSorted(),
  );
  expect(await labels('{ "op": "set", | }')).toEqual(['block', 'props', 'pin']);
  expect(await labels('{ "op": "insert", | }')).toEqual(expect.arrayContaining(['before', 'after', 'into', 'blocks']));
});

test('Blocks of the very base are offered wherever a change names one, those of fragments too', async () => {
  const blocks = ['"lead"', '"footer"', '"footer/legal"'];
  for (const change of [
    '{ "op": "set", "block": | }',
    '{ "op": "remove", "block": | }',
    '{ "op": "insert", "after": | }',
    '{ "op": "move", "block": "lead", "before": | }',
  ])
    expect(await labels(change)).toEqual(blocks);
});

test('A block is offered its own props, their values and keys of texts', async () => {
  const props = await labels('{ "op": "set", "block": "lead", "props": { | } }');
  expect(props).toEqual(expect.arrayContaining(['title', 'look', 'action', 'window']));
  expect(props).not.toContain('type');
  expect(props).not.toContain('id');
  expect(await labels('{ "op": "set", "block": "lead", "props": { "look": | } }')).toEqual(
    expect.arrayContaining(['"calm"', '"loud"', 'null']),
  );
  expect(await labels('{ "op": "set", "block": "lead", "props": { "title": | } }')).toEqual(
    expect.arrayContaining(['"about.title"', '"poster.title"']),
  );
  expect(await labels('{ "op": "set", "block": "elsewhere", "props": { | } }')).toEqual([]);
});

test('Pointing at a prop shows what the base says, with the words of a text', async () => {
  const title = await hover('{ "op": "set", "block": "lead", "props": { "ti|tle": "about.title" } }');
  expect(title).toContain('The base says `\\"poster.title\\"`, “Come in”.');
  const look = await hover('{ "op": "set", "block": "footer/legal", "props": { "lo|ok": "loud" } }');
  expect(look).toContain('The base does not say it.');
});

test('A misspelt prop is marked as it is typed, and so is a value that does not exist', async () => {
  expect(await problems('{ "op": "set", "block": "lead", "props": { "tilte": "about.title" } }')).toEqual([
    'Property tilte is not allowed.',
  ]);
  expect(await problems('{ "op": "set", "block": "lead", "props": { "look": "quiet" } }')).toHaveLength(1);
  expect(await problems('{ "op": "set", "block": "lead", "props": { "title": null } }')).not.toEqual([]);
});

test('What only a change before has brought, and a part of a link, are no problem', async () => {
  expect(await problems('{ "op": "remove", "block": "brought" }')).toEqual([]);
  expect(
    await problems('{ "op": "set", "block": "lead", "props": { "look": null, "action": { "to": "#lead" } } }'),
  ).toEqual([]);
});
