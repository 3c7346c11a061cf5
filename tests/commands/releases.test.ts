import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOldReleases, nameRelease, recordUse } from '../../commands/releases.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const HOUR = 3_600_000;

test('builds have names of their own in the order of their times', () => {
  const names = [NOW, NOW + 1, NOW + HOUR].map((now) => nameRelease('3f9c2a1b77', now));
  expect(names[0]).toBe('20261120T100000000Z-3f9c2a1b');
  expect(names.toSorted()).toEqual(names);
  expect(new Set(names).size).toBe(3);
});

test('the newest builds that ended stay, and of all others those that a server still uses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-releases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const build = async (day: number, lastUse: number, isWhole = true): Promise<string> => {
    const name = nameRelease('3f9c2a1b', NOW + day * 24 * HOUR);
    await mkdir(join(folder, name, 'server'), { recursive: true });
    if (isWhole) await writeFile(join(folder, name, 'pages.pack'), '');
    await utimes(join(folder, name), lastUse / 1_000, lastUse / 1_000);
    return name;
  };
  const [served, , ...newest] = [
    await build(0, NOW + 9 * 24 * HOUR),
    await build(1, NOW + 24 * HOUR),
    await build(2, NOW),
    await build(3, NOW),
    await build(4, NOW),
  ];
  await build(5, NOW, false);
  const runs = await build(6, NOW + 10 * 24 * HOUR, false);
  await deleteOldReleases(NOW + 10 * 24 * HOUR, folder);
  expect((await readdir(folder)).toSorted()).toEqual([served, ...newest, runs]);
});

test('a server says at its start that it uses its files, however long ago they were made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-releases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'scripts.json');
  await writeFile(file, '[]');
  await utimes(file, NOW / 1_000, NOW / 1_000);
  const before = (await stat(file)).mtimeMs;
  recordUse('no build has this name', () => [{ file, files: [] }]);
  await expect.poll(async () => (await stat(file)).mtimeMs).not.toBe(before);
});
