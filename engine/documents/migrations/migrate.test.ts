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
    version: 2,
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
    document: { ...document, version: 2 },
    from: 1,
    steps: [],
  });
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
