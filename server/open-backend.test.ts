import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/observe/log.ts';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { testSettings } from '#tests/helpers/site-server.ts';
import { openBackend } from './open-backend.ts';

const log = createLog({ logLevel: 'silent', environment: 'test' });
const site = makeSite();

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-open-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a second server on the data folder does not start, and does once the first one has ended', () =>
  inFolder(async (folder) => {
    const open = () => openBackend(testSettings({ DATA_DIR: folder }), () => site, log);
    const first = await open();
    await expect(open()).rejects.toThrow('Another server is running on the data folder');
    // The one that runs is none the worse for it.
    expect(await first.outbox.list()).toEqual([]);
    await first.close();
    await (await open()).close();
  }));

test('a server that cannot start lets go of the data folder', () =>
  inFolder(async (folder) => {
    const settings = testSettings({ DATA_DIR: folder });
    const broken = { ...settings, secrets: ['short'] };
    await expect(openBackend(broken, () => site, log)).rejects.toThrow('SECRET needs at least 32 bytes');
    await (await openBackend(settings, () => site, log)).close();
  }));

test.runIf(hasPostgres())('servers on one PostgreSQL database share a data folder', () =>
  inFolder(async (folder) => {
    const postgres = await startPostgres();
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const settings = testSettings({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
    const servers = [await openBackend(settings, () => site, log), await openBackend(settings, () => site, log)];
    expect(await Promise.all(servers.map(({ outbox }) => outbox.list()))).toEqual([[], []]);
    for (const server of servers) await server.close();
    await postgres?.stop();
  }),
);
