import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { listStaleFiles, writeEditorSchemas } from './editor-files.ts';
import { generatePhases } from './experiment-phases.ts';
import { findDifferences, writeDifferences } from './write-files.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-gen-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('What was written is not written again', () => {
  const files = new Map([
    ['schemas/generated/a.ts', 'a'],
    ['docs/documents.md', 'b'],
  ]);
  writeDifferences(root, findDifferences(root, files), files);
  expect(readFileSync(join(root, 'docs/documents.md'), 'utf8')).toBe('b');
  expect(findDifferences(root, files)).toEqual([]);
});

test('A changed, a missing and a left-over file are distinguished; the last one is taken away', () => {
  const before = new Map([
    ['schemas/generated/a.ts', 'a'],
    ['schemas/generated/old.ts', 'b'],
  ]);
  writeDifferences(root, findDifferences(root, before), before);
  const after = new Map([
    ['schemas/generated/a.ts', 'A'],
    ['schemas/generated/new.ts', 'c'],
  ]);
  const differences = findDifferences(root, after);
  expect(differences).toEqual([
    { file: 'schemas/generated/a.ts', state: 'changed' },
    { file: 'schemas/generated/new.ts', state: 'missing' },
    { file: 'schemas/generated/old.ts', state: 'left over' },
  ]);
  writeDifferences(root, differences, after);
  expect(existsSync(join(root, 'schemas/generated/old.ts'))).toBe(false);
});

test('A new page is offered by editors without further steps', () => {
  for (const folder of ['schemas', 'blocks', 'journeys', 'pages-config', 'locales/en'])
    cpSync(folder, join(root, folder), { recursive: true });
  symlinkSync(resolve('vitrine.config.ts'), join(root, 'vitrine.config.ts'));
  const page = 'pages-config/pages/about-them.json';
  cpSync('pages-config/pages/about-us.json', join(root, page));
  const known = () => readFileSync(join(root, 'schemas/generated/editor/page.schema.json'), 'utf8');
  writeEditorSchemas(root);
  expect(known()).toContain('"pages/about-them"');
  rmSync(join(root, page));
  writeEditorSchemas(root);
  expect(known()).not.toContain('"pages/about-them"');
});

test('Outdated files that follow documents do not fail, and outdated pages of documentation do not fail a build', () => {
  const state = 'changed' as const;
  const editor = { file: 'schemas/generated/editor/page.schema.json', state };
  const page = { file: 'docs/journeys/registration.md', state };
  const code = { file: 'schemas/generated/vocabulary.ts', state };
  const phases = { file: PHASES_FILE, state };
  expect(listStaleFiles([editor, page, phases, code], { isBuild: false })).toEqual([page, phases, code]);
  expect(listStaleFiles([editor, page, phases, code], { isBuild: true })).toEqual([code]);
});

test('A record of phases that cannot be read is left alone', () => {
  cpSync('pages-config/experiments', join(root, 'pages-config/experiments'), { recursive: true });
  expect([...generatePhases(root).keys()]).toEqual([PHASES_FILE]);
  writeFileSync(join(root, PHASES_FILE), '{ "short-hero": <<<<<<< }');
  expect([...generatePhases(root).keys()]).toEqual([]);
});
