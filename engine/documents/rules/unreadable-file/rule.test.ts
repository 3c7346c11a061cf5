import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MistakenProject } from '#tests/invalid-projects/mistaken-project.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type ReadText, readProject } from '../../read-project.ts';
import { resolve } from '../../resolve.ts';

let project: MistakenProject;
beforeEach(() => {
  project = new MistakenProject('tests/invalid-projects/project');
});
afterEach(() => project.remove());

const page = 'pages-config/pages/terms.json';
const deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };

/** What is found when files are read in another way. */
async function listFindings(readText?: ReadText): Promise<readonly string[]> {
  const result = resolve({ ...(await readProject(project.root, readText)), deployment, journeys });
  return result.ok
    ? []
    : result.findings.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const failing =
  (name: string, code: string): ReadText =>
  async (path) => {
    if (path.endsWith(name)) throw Object.assign(new Error(code), { code });
    return readFile(path, 'utf8');
  };

test('A link to a file that is not there is named, and so is one that leads back to itself', async () => {
  symlinkSync('nowhere.json', join(project.root, page));
  expect(await listFindings()).toEqual([
    expect.stringMatching(/^pages-config\/pages\/terms\.json:1:1 .*a link to a file that does not exist/),
  ]);
  rmSync(join(project.root, page));
  symlinkSync('terms.json', join(project.root, page));
  expect(await listFindings()).toEqual([expect.stringContaining('leads back to itself')]);
});

test('A folder with the name of a document is named', async () => {
  mkdirSync(join(project.root, page));
  expect(await listFindings()).toEqual([expect.stringMatching(/terms\.json:1:1 .*This is a folder/)]);
});

test('A file or a folder without permission is named; what depends on it is not reported as missing', async () => {
  expect(await listFindings(failing('pages/about-us.json', 'EACCES'))).toEqual([
    expect.stringMatching(/^pages-config\/pages\/about-us\.json:1:1 .*no permission/),
  ]);
});

test('A disk that fails is named with the code of its error', async () => {
  expect(await listFindings(failing('pages/about-us.json', 'EIO'))).toEqual([expect.stringContaining('(EIO)')]);
});

test('A file that is deleted while files are read counts as missing', async () => {
  project.add(page, '{}');
  expect(await listFindings(failing('terms.json', 'ENOENT'))).toEqual([]);
});

test('A mistake of ours is thrown and no finding', async () => {
  const read = () => Promise.reject(new TypeError('No.'));
  await expect(readProject(project.root, read)).rejects.toThrow('No.');
});

test('Once the file can be read again, the finding is gone', async () => {
  const input = { deployment, journeys };
  const before = resolve({ ...(await readProject(project.root, failing('pages/about-us.json', 'EACCES'))), ...input });
  expect(before.ok).toBe(false);
  expect(resolve({ ...(await readProject(project.root)), ...input }, before).ok).toBe(true);
});
