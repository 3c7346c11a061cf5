import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '#server/platform/observability/log.ts';
import { hasPostgres, startPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { startTcpProxy } from '#tests/helpers/tcp-proxy.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { testSettings } from '#tests/helpers/site-server.ts';
import { openBackend } from './open-backend.ts';

const log = createLog({ logLevel: 'silent', environment: 'test' });
const onPostgres = hasPostgres() ? ['PostgreSQL'] : [];
const site = makeSite();
const demo = { VITRINE_MODE: 'demo', PUBLIC_ORIGIN: 'http://localhost' };

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
    await expect(openBackend(broken, () => site, log)).rejects.toThrow('SECRET: part 1 has');
    await (await openBackend(settings, () => site, log)).close();
  }));

test.runIf(hasPostgres())('servers on one PostgreSQL database share a data folder', () =>
  inFolder(async (folder) => {
    const postgres = await startPostgres();
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const settings = testSettings({ ...demo, DATA_DIR: folder, DATABASE_URL: databaseUrl });
    const servers = [await openBackend(settings, () => site, log), await openBackend(settings, () => site, log)];
    // On a busy machine the database is ready later than a start waits for.
    await vi.waitFor(
      async () => expect(await Promise.all(servers.map(({ outbox }) => outbox.list()))).toEqual([[], []]),
      {
        timeout: 30_000,
        interval: 200,
      },
    );
    for (const server of servers) await server.close();
    await postgres?.stop();
  }),
);

interface OpenedLate {
  readonly backend: Awaited<ReturnType<typeof openBackend>>;
  /** What the log got, line by line. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Opens a backend on a database that may not be there, and closes it afterwards. */
async function openLate(databaseUrl: string, work: (opened: OpenedLate) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const lines: Record<string, unknown>[] = [];
    const noted = createLog(
      { logLevel: 'info', environment: 'test' },
      { write: (line) => void lines.push(JSON.parse(line)) },
    );
    const backend = await openBackend(
      testSettings({ ...demo, DATA_DIR: folder, DATABASE_URL: databaseUrl }),
      () => site,
      noted,
    );
    await work({ backend, lines }).finally(() => backend.close());
  });
}

const missing = ({ health }: OpenedLate['backend']) => health?.().details?.missing;

describe.each(onPostgres)('a server whose %s is not there when it starts', () => {
  let postgres: TemporaryPostgres;
  let url: string;
  beforeAll(async () => {
    const started = await startPostgres();
    if (started === null) throw new Error('This machine has no PostgreSQL server.');
    postgres = started;
    url = await postgres.createDatabase();
  }, 60_000);
  afterAll(() => postgres.stop(), 60_000);

  test('opens, says what is missing, and uses it once it is there', async () => {
    await postgres.halt();
    await openLate(url, async ({ backend, lines }) => {
      expect(missing(backend)).toMatchObject({ database: { why: expect.stringContaining('There is no socket') } });
      expect(backend.health?.().reasons).toEqual([]);
      await expect(backend.ports.database.databaseHealth.ping(10_000)).rejects.toThrow('not ready yet');
      const early: unknown = await backend.outbox.list().catch((error: unknown) => error);
      expect(isTemporaryFailure(early)).toBe(true);
      // Asked for before the database is there, answered after it came.
      const shadowed = backend.shadowedPaths?.();
      await vi.waitFor(() => expect(lines).toHaveLength(1));
      await postgres.start();
      await vi.waitFor(() => expect(missing(backend)).toBeUndefined(), 20_000);
      expect(await shadowed).toEqual([]);
      await backend.ports.database.databaseHealth.ping(10_000);
      expect(await backend.outbox.list()).toEqual([]);
      expect(lines.map(({ msg }) => msg)).toEqual([
        'The database is not ready. Pages are served without it. Retrying.',
        'The database is ready.',
      ]);
    });
  }, 60_000);

  test('opens while the network swallows everything, and uses it when the network is back', async () => {
    const socket = URL.parse(url)?.searchParams.get('host') ?? '';
    const proxy = await startTcpProxy(join(socket, '.s.PGSQL.5432'));
    proxy.hang();
    const address = `postgresql://vitrine@127.0.0.1:${proxy.port}/${url.split('/').at(3)?.split('?')[0]}`;
    try {
      await openLate(address, async ({ backend }) => {
        expect(missing(backend)).toMatchObject({ database: { why: 'It is being prepared.' } });
        await proxy.restore();
        await vi.waitFor(() => expect(missing(backend)).toBeUndefined(), 20_000);
      });
    } finally {
      await proxy.close();
    }
  }, 60_000);

  test.each([
    ['a database that does not exist', '/nobody-made-this', 'does not exist'],
    ['a user that it does not know', '//stranger@', 'refuses the user'],
  ])('names %s plainly, and goes on asking', async (_, changed, why) => {
    const wrong = changed.startsWith('//') ? url.replace('//vitrine@', changed) : url.replace(/\/test_\w+/, changed);
    await openLate(wrong, async ({ backend, lines }) => {
      expect(missing(backend)).toMatchObject({ database: { why: expect.stringContaining(why) } });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ reason: expect.stringContaining(why) });
    });
  });

  test('stops at once while it waits', async () => {
    await openLate(url.replace(/\/test_\w+/, '/nobody-made-this'), async ({ backend }) => {
      await expect(backend.close()).resolves.toBeUndefined();
    });
  });
});
