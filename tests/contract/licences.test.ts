import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly license?: string }>>;
}

/** A shared library that anyone may exchange for another build of it, which its licence asks for (LGPL 3.0, 4). */
const isLibvips = (path: string, license: string): boolean =>
  path.startsWith('node_modules/@img/sharp-') && license.includes('LGPL-3.0-or-later');

/** SPDX ids of licences that ask for no more than their own text and a name. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

// npm wrote it.
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);

test('every package that a server runs with has a permissive licence, but for the library that decodes images', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(([path, { license = '' }]) => !PERMISSIVE.has(license) && !isLibvips(path, license));
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'none'}`)).toEqual([]);
});

test('the image brings a list of its packages, and the notices that their data ask for', () => {
  expect(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')).toMatch(/npm sbom .*> dist\/sbom\.cdx\.json/);
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
  expect(notice).toContain('IP2Location LITE');
  expect(notice).toContain('libvips');
  expect(notice).toContain('Number Resource Organization');
});
