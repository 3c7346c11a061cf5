import { describe, expect, test } from 'vitest';
import { blockInfo } from '#schemas/generated/vocabulary.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { columnsIn, sectionIn } from '#tests/helpers/nested-blocks.ts';
import { type Changes, checkSmall, resolveSmall, smallProject, swap } from '#tests/helpers/small-project.ts';
import { resolve, resolveWithPauses } from './resolve.ts';
import type { ResolvedBlock, ResolvedDocument, ResolveResult, Site } from './types.ts';

const landing = 'pages-config/landings/default.json';
const variant = 'pages-config/landings/summer.json';

function requireSite(result: ResolveResult): Site {
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result.site;
}

function readRevision(result: ResolveResult): string {
  return result.ok ? result.site.revision : 'refused';
}

function readDocument(id: string, changes: Changes = {}): ResolvedDocument {
  const document = requireSite(resolveSmall(changes)).documents.get(id);
  if (document === undefined) throw new Error(`There is no document ${id}.`);
  return document;
}

function listIds(blocks: readonly ResolvedBlock[]): readonly string[] {
  return blocks.flatMap((block) => [block.id, ...listIds(block.blocks)]);
}

const change = (text: string): Changes => ({
  [variant]: swap('{ "op": "document", "set": { "theme": "ink" } }', text),
});

test('Blocks of a fragment take its place, with ids below the use and its area', () => {
  const { blocks } = readDocument('landings/default');
  expect(blocks.map(({ id, area }) => [id, area])).toEqual([
    ['header/bar', 'header'],
    ['hero', 'content'],
    ['steps', 'content'],
  ]);
});

test('A block in a slot has its slot, and a title one level below that of the block around it unless it says another', () => {
  const text = { type: 'rich-text', title: 'landing.labels' };
  const blocks = [
    { ...text, id: 'last', slot: 'right', level: 3 },
    { ...text, id: 'first', slot: 'left' },
    { id: 'inner', type: 'columns', slot: 'left', blocks: [{ ...text, id: 'deep', slot: 'middle' }] },
  ];
  const { blocks: all } = readDocument('landings/default', {
    [landing]: columnsIn({ id: 'shared', fragment: 'fragments/shared', slot: 'middle' }, ...blocks),
    'pages-config/fragments/shared.json': { $schema: 'x', version: 4, blocks: [{ ...text, id: 'words' }] },
  });
  // Without a title of its own a block passes its level on.
  const placed = (block: ResolvedBlock): readonly unknown[] => [block.id, block.slot, block.props['level']];
  expect(all[3]?.blocks.map(placed)).toEqual([
    ['first', 'left', 2],
    ['inner', 'left', 2],
    ['shared/words', 'middle', 2],
    ['last', 'right', 3],
  ]);
  const titled = readDocument('landings/default', {
    [landing]: sectionIn({
      id: 'inner',
      type: 'columns',
      slot: 'main',
      title: 'landing.labels',
      blocks: blocks.slice(1, 2),
    }),
  }).blocks[3]?.blocks;
  expect(titled?.map(placed)).toEqual([['inner', 'main', 3]]);
  expect(titled?.[0]?.blocks.map(placed)).toEqual([['first', 'left', 4]]);
});

test('A variant changes, moves and inserts blocks in slots by their ids alone', () => {
  const text = { type: 'rich-text', title: 'landing.labels' };
  const document = readDocument('landings/summer', {
    [landing]: columnsIn({ ...text, id: 'one', slot: 'left' }, { ...text, id: 'two', slot: 'right' }),
    [variant]: {
      $schema: 'x',
      version: 4,
      slug: 'summer',
      extends: 'landings/default',
      changes: [
        { op: 'set', block: 'one', props: { slot: 'right' } },
        { op: 'insert', before: 'one', blocks: [{ ...text, id: 'three', slot: 'left' }] },
        { op: 'move', block: 'two', before: 'one' },
      ],
    },
  });
  expect(document.blocks[3]?.blocks.map(({ id, slot }) => [id, slot])).toEqual([
    ['three', 'left'],
    ['two', 'right'],
    ['one', 'right'],
  ]);
});

test('Fragments may use fragments', () => {
  const inner = { $schema: 'x', version: 4, blocks: [{ id: 'line', type: 'top-banner', text: 'landing.steps' }] };
  const document = readDocument('landings/default', {
    'pages-config/fragments/inner.json': inner,
    'pages-config/fragments/header.json': swap(
      '"blocks": [',
      '"blocks": [{ "id": "deep", "fragment": "fragments/inner" },',
    ),
  });
  expect(listIds(document.blocks)).toEqual(['header/deep/line', 'header/bar', 'hero', 'steps']);
});

test('Defaults of blocks, images and documents are filled in', () => {
  const { theme, guards, flow, meta, blocks } = readDocument('landings/default');
  expect({ theme, guards, flow, index: meta.index }).toEqual({
    theme: 'day',
    guards: [],
    flow: 'default',
    index: true,
  });
  expect(blocks[1]?.props).toMatchObject({ variant: 'split', title: 'landing.hero' });
});

test('A variant has what its base has, but for its changes, its slug and its window', () => {
  const summer = readDocument('landings/summer');
  expect(summer).toMatchObject({
    kind: 'landing',
    slug: 'summer',
    theme: 'ink',
    bases: ['landings/default'],
    file: variant,
  });
  expect(summer.blocks[1]?.props).toMatchObject({
    title: 'landing.summer',
    variant: 'short',
    action: { to: '#steps' },
  });
  expect(readDocument('landings/default').slug).toBeUndefined();
});

test('A variant of a variant names its bases, nearest first', () => {
  const third = { $schema: 'x', version: 4, extends: 'landings/summer', changes: [] };
  const document = readDocument('landings/third', { 'pages-config/landings/third.json': third });
  expect(document.bases).toEqual(['landings/summer', 'landings/default']);
  expect(document).toMatchObject({ theme: 'ink' });
  expect(document.slug).toBeUndefined();
});

test.each([
  ['before', ['header/bar', 'new', 'hero', 'steps']],
  ['after', ['header/bar', 'hero', 'new', 'steps']],
])('Blocks are inserted %s a block', (where, ids) => {
  const insert = `{ "op": "insert", "${where}": "hero", "blocks": [{ "id": "new", "type": "top-banner", "text": "landing.steps" }] }`;
  expect(listIds(readDocument('landings/summer', change(insert)).blocks)).toEqual(ids);
});

test('Blocks are inserted into a block that takes blocks', () => {
  const banner =
    '{ "id": "clock", "type": "countdown-banner", "text": "landing.title", "until": { "at": "2026-12-01T00:00", "zone": "UTC" } }';
  const insert = `{ "op": "insert", "into": "hero", "blocks": [${banner}] }`;
  const hero = readDocument('landings/summer', change(insert)).blocks[1];
  expect(hero?.blocks.map(({ id, area }) => [id, area])).toEqual([['clock', 'content']]);
});

test('Blocks are moved, removed and replaced; a fragment goes as a whole', () => {
  const ids = (text: string) => listIds(readDocument('landings/summer', change(text)).blocks);
  expect(ids('{ "op": "move", "block": "hero", "before": "header" }')).toEqual(['hero', 'header/bar', 'steps']);
  expect(ids('{ "op": "remove", "block": "header" }')).toEqual(['hero', 'steps']);
  expect(
    ids('{ "op": "replace", "block": "header", "with": { "id": "top", "fragment": "fragments/header" } }'),
  ).toEqual(['top/bar', 'hero', 'steps']);
});

describe('A hidden block', () => {
  const text = { id: 'inner', type: 'rich-text', slot: 'left', lead: 'landing.labels' };
  const hidden = { ...text, hidden: true };

  test('is in its document and on no page, until a variant shows it', () => {
    const set = (props: string) => change(`{ "op": "set", "block": "inner", "props": { "hidden": ${props} } }`);
    const [off, on] = [{ [landing]: columnsIn(hidden) }, { [landing]: columnsIn(text) }];
    const ids = (id: string, changes: Changes) => listIds(readDocument(id, changes).blocks);
    expect(ids('landings/default', off)).toEqual(['header/bar', 'hero', 'steps', 'sides']);
    expect(ids('landings/summer', { ...off, ...set('null') })).toEqual([
      'header/bar',
      'hero',
      'steps',
      'sides',
      'inner',
    ]);
    expect(ids('landings/summer', { ...on, ...set('true') })).toEqual(['header/bar', 'hero', 'steps', 'sides']);
    expect(readDocument('landings/default', off).hash).toBe(
      readDocument('landings/default', { [landing]: columnsIn() }).hash,
    );
  });

  test('is hidden with what is inside it, and the use of a fragment with its blocks', () => {
    const hide = (before: string): Changes => ({ [landing]: swap(before, `${before} "hidden": true,`) });
    expect(listIds(readDocument('landings/default', hide('"id": "header",')).blocks)).toEqual(['hero', 'steps']);
    const sides = sectionIn({ id: 'sides', type: 'columns', slot: 'main', hidden: true, blocks: [text] });
    expect(listIds(readDocument('landings/default', { [landing]: sides }).blocks)).not.toContain('inner');
  });

  test('counts for no rule about the page, but what it says is checked', () => {
    const rules = (edit: (before: string) => string): readonly string[] =>
      checkSmall({ [landing]: edit }).map(({ rule }) => rule);
    const hide = (id: string) => swap(`"id": "${id}",`, `"id": "${id}", "hidden": true,`);
    expect(rules(hide('hero'))).toEqual(['single-h1']);
    // The hero leads there.
    expect(rules(hide('steps'))).toEqual(['broken-anchor']);
    const add = (block: object) =>
      swap('"lead": "landing.labels"\n    }', `"lead": "landing.labels"\n    }, ${JSON.stringify(block)}`);
    const link = { id: 'second', type: 'login-link', text: 'landing.labels', hidden: true };
    const login = { label: 'site.join', to: '#nowhere' };
    expect(rules(add({ ...link, login }))).toEqual([]);
    expect(rules(add({ ...link, login: { ...login, label: 'landing.nothing' } }))).toEqual(['unknown-text']);
    expect(rules(add({ id: 'second', type: 'rich-text', title: 'landing.steps', level: 1, hidden: true }))).toEqual([]);
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...text, id }));
    expect(rules(columnsIn(...many, hidden))).toEqual([]);
    expect(rules(columnsIn(...many, text))).toEqual(['slot-content']);
  });
});

test('Meta data merge, other parts of the document are replaced', () => {
  const set =
    '{ "op": "document", "set": { "meta": { "index": false }, "guards": [{ "name": "admin" }], "flow": "lean" } }';
  expect(readDocument('landings/summer', change(set))).toMatchObject({
    meta: { index: false, title: 'landing.title' },
    guards: [{ name: 'admin' }],
    flow: 'lean',
  });
});

test('A pin stays the same when keys of the base change their order', () => {
  const reordered = swap('"id": "hero",\n      "type": "hero",', '"type": "hero",\n      "id": "hero",');
  expect(resolveSmall({ [landing]: reordered })).toMatchObject({ ok: true, warnings: [] });
});

test('Facets name the windows, conditions and blocks that change the markup, sorted', () => {
  const conditions =
    '"type": "rich-text", "when": { "webView": "yes" }, "window": { "from": "2026-12-01T00:00", "zone": "UTC" }';
  const document = readDocument('landings/default', { [landing]: swap('"type": "rich-text"', conditions) });
  const ofHero = [...blockInfo.hero.facets].toSorted();
  expect(document.facets).toEqual([...ofHero, 'webView', 'window:steps'].toSorted());
  expect(readDocument('landings/default').facets).toEqual(ofHero);
});

test('The hash of a document follows its content, not its layout on the page or its texts', () => {
  const { hash } = readDocument('landings/default');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(readDocument('landings/default', { [landing]: (text) => text.replaceAll('  ', ' ') }).hash).toBe(hash);
  expect(readDocument('landings/default', { 'locales/en/landing.json': swap('Come in', 'Do come in') }).hash).toBe(
    hash,
  );
  expect(readDocument('landings/default', { [landing]: swap('"dark"', '"light"') }).hash).not.toBe(hash);
});

test('The revision follows documents, texts and deployment', () => {
  const revision = requireSite(resolveSmall()).revision;
  expect(revision).toMatch(/^[0-9a-f]{16}$/);
  const revisions = [
    requireSite(resolveSmall({ [landing]: swap('"dark"', '"light"') })).revision,
    requireSite(resolveSmall({ 'locales/en/landing.json': swap('Come in', 'Do come in') })).revision,
    requireSite(
      resolve({
        ...smallProject(),
        deployment: { basePath: '/shop/', publicOrigin: 'https://example.test', webViewScheme: '' },
      }),
    ).revision,
  ];
  expect(new Set([revision, ...revisions]).size).toBe(4);
});

test('A later layer wins over an earlier one, file by file', () => {
  const input = smallProject();
  const text = input.layers[0]?.files.get(landing) ?? '';
  const draft = { name: 'draft' as const, files: new Map([[landing, swap('"dark"', '"light"')(text)]]) };
  const site = requireSite(resolve({ ...input, layers: [...input.layers, draft] }));
  expect(site.documents.get('landings/default')?.blocks[1]?.props).toMatchObject({ image: { grade: 'light' } });
});

test('What did not change is the same object as before, and what depends on a change is new', () => {
  const first = resolveSmall();
  const second = resolveSmall({ [landing]: swap('"dark"', '"light"') }, first);
  const same = (id: string) => requireSite(second).documents.get(id) === requireSite(first).documents.get(id);
  expect(['pages/about-us', 'landings/default', 'landings/summer'].map(same)).toEqual([true, false, false]);
  expect(requireSite(second).texts).toBe(requireSite(first).texts);
});

test('The answer is the same with and without the previous result, also through errors', () => {
  const steps: readonly Changes[] = [
    {},
    { [landing]: swap('"title"', '"titel"') },
    { [landing]: swap('#steps', '#nowhere') },
    { 'locales/en/landing.json': swap('Come in', 'Do come in') },
    { 'pages-config/fragments/header.json': swap('link:login', 'link:nobody') },
    { [variant]: null },
    {},
  ];
  let previous: ResolveResult | undefined;
  for (const step of steps) {
    const fresh = resolveSmall(step);
    previous = resolveSmall(step, previous);
    expect(JSON.stringify(previous)).toBe(JSON.stringify(fresh));
    expect(readRevision(previous)).toBe(readRevision(fresh));
  }
});

test('The site is frozen through and through, and the input is left as it was', () => {
  const input = smallProject();
  const site = requireSite(resolve(input));
  const block = site.documents.get('landings/default')?.blocks[1];
  expect(
    [site, site.config, site.config.claims, block, block?.props, block?.props['image']].every(Object.isFrozen),
  ).toBe(true);
  expect(Object.isFrozen(input.deployment)).toBe(false);
});

test('One error refuses the whole site, and all mistakes of all files come together, sorted', () => {
  const result = resolveSmall({
    [landing]: swap('"dark"', '"drak"'),
    'pages-config/pages/about-us.json': swap('"centered"', '"centred"'),
    'pages-config/fragments/header.json': swap('link:login', 'link:nobody'),
  });
  expect(result.ok).toBe(false);
  expect(result.ok ? [] : result.findings.map(({ file, rule }) => [file, rule])).toEqual([
    ['pages-config/fragments/header.json', 'unknown-link'],
    [landing, 'schema'],
    ['pages-config/pages/about-us.json', 'unknown-layout'],
  ]);
});

describe('A mistake of a base', () => {
  const base = 'pages-config/landings/default.json';
  const summer = 'pages-config/landings/summer.json';
  const changed = swap('"variant": "short" }', '"variant": "short", "image": { "grade": "none" } }');

  test.each([
    [
      'in a block that a variant changes',
      '"decorative": true',
      '"decorative": true, "alt": "landing.hero"',
      'alt-text',
    ],
    [
      'in the document as a whole',
      '"lead": "landing.labels"\n    }',
      '"lead": "landing.labels" }, { "id": "steps", "type": "rich-text", "title": "landing.steps", "lead": "landing.labels" }',
      'duplicate-id',
    ],
    ['in its head', '"meta":', '"metta":', 'schema'],
  ])('%s is one finding, at the base, whatever variants inherit of it', (_where, from, to, rule) => {
    const found = checkSmall({ [base]: swap(from, to), [summer]: changed });
    expect(found.filter(({ rule: own }) => own !== 'patch-drift')).toMatchObject([{ rule, file: base }]);
  });
});

test('A form is another one as soon as a layer over the files has another document, and its page stays the same document', () => {
  const form = (days: number): string =>
    JSON.stringify({
      ...everyType,
      $schema: '../../schemas/generated/editor/form.schema.json',
      retention: { days, why: 'Answered within a month.' },
    });
  const input = smallProject({ 'pages-config/forms/lead.json': form(30) });
  const before = resolve(input);
  const published = { name: 'published', files: new Map([['pages-config/forms/lead.json', form(60)]]) } as const;
  const after = resolve({ ...input, layers: [...input.layers, published] }, before);
  const listDays = (result: ResolveResult) => requireSite(result).forms.get('forms/lead')?.retention.days;
  expect([listDays(before), listDays(after)]).toEqual([30, 60]);
  expect(readRevision(after)).not.toBe(readRevision(before));
  expect(requireSite(after).documents.get('landings/default')).toBe(
    requireSite(before).documents.get('landings/default'),
  );
});

test('Resolving with pauses gives what resolving at once gives, and nothing is resolved again between two of them', async () => {
  const input = smallProject();
  let pauses = 0;
  const before = await resolveWithPauses(input, undefined, () => Promise.resolve(void (pauses += 1)));
  expect(before).toEqual(resolve(input));
  expect(pauses).toBeGreaterThan(input.layers[0]?.files.size ?? 0);
  expect(await resolveWithPauses(input, before, () => Promise.resolve())).toBe(before);
});
