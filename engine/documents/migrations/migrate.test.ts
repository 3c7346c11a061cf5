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
    version: 1,
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
    version: 1,
    slug: 'summer',
    blocks: [],
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
