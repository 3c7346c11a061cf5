import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { DocumentKind } from '../types.ts';
import { currentVersion, migrateDocument, migrations, oldestVersion } from './migrate.ts';

const exercised = new Set<string>();

function migrate(kind: DocumentKind, document: JsonObject): JsonObject {
  const result = migrateDocument(kind, document);
  if (result.status !== 'migrated') throw new Error(`The document was not migrated: ${result.status}.`);
  for (const step of result.steps) exercised.add(step);
  return result.document;
}

test('Blocks of version 0 are named by type, also inside blocks and changes', () => {
  expect(
    migrate('page', { version: 0, blocks: [{ id: 'a', kind: 'faq', blocks: [{ id: 'b', kind: '_entry' }] }] }),
  ).toEqual({
    version: currentVersion,
    blocks: [{ id: 'a', type: 'faq', blocks: [{ id: 'b', type: '_entry' }] }],
  });
  const changes = [
    { op: 'insert', after: 'a', blocks: [{ id: 'c', kind: 'hero' }] },
    { op: 'replace', block: 'a', with: { id: 'a', kind: 'hero' } },
  ];
  expect(migrate('landing', { version: 0, extends: 'landings/default', changes })['changes']).toEqual([
    { op: 'insert', after: 'a', blocks: [{ id: 'c', type: 'hero' }] },
    { op: 'replace', block: 'a', with: { id: 'a', type: 'hero' } },
  ]);
});

test('A property `kind` of a block that already has a type is its own', () => {
  expect(migrate('page', { version: 0, blocks: [{ id: 'a', type: 'notice', kind: 'quiet' }] })['blocks']).toEqual([
    { id: 'a', type: 'notice', kind: 'quiet' },
  ]);
});

test('Renaming keeps the order of keys, so that files keep their shape', () => {
  const [block] = migrate('fragment', { version: 0, blocks: [{ id: 'a', kind: 'faq', title: 'x' }] })[
    'blocks'
  ] as JsonObject[];
  expect(Object.keys(block ?? {})).toEqual(['id', 'type', 'title']);
});

test('A slug of version 0 loses its leading slash', () => {
  expect(migrate('landing', { version: 0, slug: '/summer', blocks: [] })).toEqual({
    version: currentVersion,
    slug: 'summer',
    blocks: [],
  });
});

test('Flows and steps of version 1 get the names of the journey, wherever a document, a block or a change says them', () => {
  const form = (step: string) => ({ id: 'join', type: 'registration-form', step });
  const inside = (step: string) => ({
    id: 'a',
    type: 'column',
    blocks: [form(step), { id: 'b', type: 'hero', step: 'whole' }],
  });
  expect(migrate('landing', { version: 1, flow: 'leanStep1', blocks: [inside('step-1')] })).toEqual({
    version: currentVersion,
    flow: 'lean',
    blocks: [inside('leanStep1')],
  });
  const changes = (flow: string, one: string, other: string) => [
    { op: 'document', set: { flow } },
    { op: 'set', block: 'join', props: { step: one, note: null } },
    { op: 'replace', block: 'join', with: form(other) },
    { op: 'insert', after: 'join', blocks: [form(one)] },
  ];
  const before = { version: 1, extends: 'landings/default', changes: changes('leanStep2', 'step-2', 'whole') };
  expect(migrate('landing', before)['changes']).toEqual(changes('lean', 'leanStep2', 'default'));
});

test('Names that version 1 did not have are left for the rules to report', () => {
  const document = {
    version: 1,
    flow: 'summer',
    blocks: [{ id: 'join', type: 'registration-form', step: 'toString' }],
  };
  expect(migrateDocument('landing', document)).toEqual({
    status: 'migrated',
    document: { ...document, version: currentVersion },
    from: 1,
    steps: [],
  });
});

test('Words of an experiment of version 2 become those of A/B testing tools, on further pages and in prerequisites, too', () => {
  const variant = { key: 'b', variant: 'landings/b' };
  const renamed = migrate('experiment', {
    version: 2,
    arms: [{ key: 'a' }, variant],
    pages: [{ document: 'pages/x', arms: [variant] }, { document: 'pages/y' }],
    prerequisites: [{ experiment: 'season', arms: ['open'] }],
    metric: 'account_activated',
    smallestEffect: 0.1,
    visitors: 1000,
  });
  expect(Object.entries(renamed)).toEqual([
    ['version', currentVersion],
    ['variations', [{ key: 'a' }, variant]],
    ['pages', [{ document: 'pages/x', variations: [variant] }, { document: 'pages/y' }]],
    ['prerequisites', [{ experiment: 'season', variations: ['open'] }]],
    ['goalMetric', 'account_activated'],
    ['minimumDetectableEffect', 0.1],
    ['targetSampleSize', 1000],
  ]);
});

test('Layout, menu and look of the admin pages of version 2 are named by what they are', () => {
  const page = (layout: string, look: string) => ({
    layout,
    blocks: [
      { id: 'a', fragment: 'fragments/a' },
      { id: 'b', type: 'column', blocks: [{ id: 'c', type: 'data-view', look, room: 'room' }] },
    ],
  });
  expect(migrate('page', { version: 2, ...page('room', 'room') })).toEqual({
    version: currentVersion,
    ...page('admin', 'page'),
  });
  expect(
    migrate('fragment', { version: 2, blocks: [{ id: 'a', type: 'room-menu', query: 'menu' }] })['blocks'],
  ).toEqual([{ id: 'a', type: 'admin-menu', query: 'menu' }]);
});

test('Blocks of version 3 that were named for a mood are named by what they show, in changes of a variant, too', () => {
  const block = { id: 'a', type: 'moment', title: 'moment' };
  const renamed = { ...block, type: 'interlude' };
  const around = (inner: object) => ({ id: 'b', type: 'column', blocks: [inner, { id: 'c', type: 'hero' }] });
  expect(migrate('page', { version: 3, blocks: [around({ id: 's', type: 'scene', blocks: [block] })] })).toEqual({
    version: currentVersion,
    blocks: [around({ id: 's', type: 'illustration', blocks: [renamed] })],
  });
  expect(
    migrate('landing', {
      version: 3,
      changes: [
        { op: 'replace', block: 'scene', with: block },
        { op: 'insert', after: 'moment', blocks: [around(block)] },
      ],
    })['changes'],
  ).toEqual([
    { op: 'replace', block: 'scene', with: renamed },
    { op: 'insert', after: 'moment', blocks: [around(renamed)] },
  ]);
});

test('Steps of a journey of version 3 get the fields that their schemas had, and others keep their own', () => {
  const step = { post: 'begin', useCase: 'saveDraft', page: 'landings/code-last' };
  const forms = { 'code-last-step-1': step, 'code-last-step-3': { ...step, fields: ['code'] }, begin: step };
  expect(migrate('journey', { version: 3, flows: {}, forms })['forms']).toEqual({
    ...forms,
    'code-last-step-1': { ...step, fields: ['email', 'country', 'code', 'validityTimestamp'], optional: ['code'] },
  });
  expect(migrate('journey', { version: 3, forms: [] })['forms']).toEqual([]);
});

test('A property that has both names keeps both, so that the schema reports the former one', () => {
  const both = { version: 2, arms: [], variations: [] };
  expect(migrate('experiment', both)).toEqual({ ...both, version: currentVersion });
});

test('A current document, or one without a version, is left as it is', () => {
  const current = { version: currentVersion, blocks: [] };
  expect(migrateDocument('page', current)).toEqual({ status: 'current', document: current });
  expect(migrateDocument('page', {})).toEqual({ status: 'current', document: {} });
});

test('A version from the future or from before the oldest is refused', () => {
  expect(migrateDocument('page', { version: currentVersion + 1 })).toEqual({
    status: 'too-new',
    version: currentVersion + 1,
  });
  expect(migrateDocument('page', { version: oldestVersion - 1 })).toEqual({
    status: 'too-old',
    version: oldestVersion - 1,
  });
});

test('Every version between the oldest and the current has at least one step', () => {
  const covered = new Set(migrations.map((step) => step.from));
  for (let version = oldestVersion; version < currentVersion; version += 1) expect(covered).toContain(version);
});

test('Every migration was exercised by the tests above', () => {
  expect([...exercised].toSorted()).toEqual(migrations.map((step) => step.name).toSorted());
});
