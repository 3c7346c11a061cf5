import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailableError } from '#engine/shared/errors.ts';
import { createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { readDemoSecret } from '#server/platform/settings/read-demo-secret.ts';
import { addCode, balance, request } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { unlimited } from '#tests/helpers/unlimited.ts';
import { storeServedOrigin, withServedOrigin } from '#server/platform/data-folder/served-origin.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { lockDataFolder } from './lock-data-folder.ts';

const root = join(import.meta.dirname, '../../..');
/** Compiled TypeScript for a user who may write nothing else. */
let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'vitrine-compiled-'));
  await chmod(compiled, 0o777);
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (dataDir = folder) =>
  createBackend({
    dataDir,
    secret: SECRET,
    mailFrom: 'hello@example.com',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    settings: { limits: unlimited },
  });

/** A command as an unprivileged user sees it: root would read and write whatever the modes say. */
function command(dataDir: string, ...words: [string, ...string[]]): { status: number | null; output: string } {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    timeout: 30_000,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compiled,
      DATA_DIR: dataDir,
      SECRET,
    },
    ...user,
  });
  return { status, output: stdout + stderr };
}

const listMails = (dataDir: string) => command(dataDir, 'commands/mail.ts', 'dead');
const readMode = async (file: string) => (await stat(join(folder, file))).mode & 0o777;
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

/** One sentence or two with what to do, and nothing of where in the program it was noticed. */
const sentence = (about: RegExp) => ({
  status: 1,
  output: expect.toSatisfy((text: string) => about.test(text) && !/\n.|^ {4}at |Error:/m.test(text.trim())),
});

describe('files of the data folder', () => {
  test('are readable by their owner only, in a folder that all users may enter', async () => {
    await chmod(folder, 0o777);
    const before = process.umask(0);
    try {
      const backend = await start();
      await readDemoSecret(folder);
      const release = await lockDataFolder(folder);
      const files = ['vitrine.sqlite', 'vitrine.sqlite-wal', 'vitrine.sqlite-shm', 'secret', 'server.lock'];
      expect(await Promise.all(files.map(readMode))).toEqual(files.map(() => 0o600));
      expect(await readMode('.')).toBe(0o777);
      release();
      await backend.close();
    } finally {
      process.umask(before);
    }
  });

  test('that an earlier release left open to others are closed to them, also the log of a server that was killed', async () => {
    await (await start()).close();
    const killed = `const {DatabaseSync: D} = require('node:sqlite'); const d = new D(process.argv[1] + '/vitrine.sqlite'); d.exec('create table x (y)'); process.kill(process.pid, 'SIGKILL')`;
    spawnSync(process.execPath, ['-e', killed, folder]);
    const files = ['vitrine.sqlite', 'vitrine.sqlite-wal', 'vitrine.sqlite-shm'];
    await Promise.all(files.map((file) => chmod(join(folder, file), 0o664)));
    const backend = await start();
    expect(await Promise.all(files.map(readMode))).toEqual(files.map(() => 0o600));
    await backend.close();
  });

  test('hold one secret however many processes make it at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readDemoSecret(folder)));
    expect(new Set(secrets)).toEqual(new Set([await readFile(join(folder, 'secret'), 'utf8')]));
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('commands read the address of a running demo, whatever their environment says, until it ends', async () => {
  // A demo with PostgreSQL is the first that needs the folder.
  const dataDir = join(folder, 'new');
  const read = (environment: Readonly<Record<string, string>>) => {
    const result = readSettings({ DATA_DIR: dataDir, ...environment });
    if (!result.ok) throw new Error('These settings are wrong.');
    return result.settings;
  };
  const remove = await storeServedOrigin(read({ PORT: '4000' }));
  expect((await withServedOrigin(read({}))).publicOrigin).toBe('http://localhost:4000');
  await remove();
  expect((await withServedOrigin(read({}))).publicOrigin).toBe('http://localhost:3000');
  // One that was killed, before another process of its number.
  await writeFile(join(dataDir, 'server.origin'), '4194305 http://localhost:4000');
  expect((await withServedOrigin(read({}))).publicOrigin).toBe('http://localhost:3000');
  await rm(join(dataDir, 'server.origin'));
});

describe('a second server on the folder', () => {
  test('is refused in one sentence while the first one runs, in this process and in another', async () => {
    const release = await lockDataFolder(folder);
    expect(await reason(lockDataFolder(folder))).toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /^Another server is running on the data folder ".*"\. Stop it first, set DATA_DIR/,
      ),
    });
    const claim = `import { lockDataFolder } from '#server/platform/database/lock-data-folder.ts'; await lockDataFolder(process.argv[1]).then(() => console.log('claimed'), (error) => console.log(error.name));`;
    const elsewhere = () =>
      spawnSync(process.execPath, ['--input-type=module', '-e', claim, folder], { cwd: root, encoding: 'utf8' }).stdout;
    expect(elsewhere()).toBe('UserError\n');
    release();
    // The child ends without letting go, as a killed server does.
    expect([elsewhere(), elsewhere()]).toEqual(['claimed\n', 'claimed\n']);
  });

  test('does not block the commands for people and mails', async () => {
    const release = await lockDataFolder(folder);
    const backend = await start();
    expect(await backend.outbox.list()).toEqual([]);
    await backend.close();
    release();
  });
});

describe('one sentence and no stack trace for', () => {
  test.each([
    ['a file that is not a database', 'what is this?'.repeat(1_000)],
    ['a database whose first page is gone', '\0'.repeat(8_192)],
  ])('%s', async (_, content) => {
    await writeFile(join(folder, 'vitrine.sqlite'), content, { mode: 0o600 });
    expect(await reason(start())).toMatchObject({
      name: 'UnavailableError',
      message: expect.stringMatching(/^The database ".*vitrine\.sqlite" is damaged \(.*\)\. Stop the server and put/),
    });
  });

  test('a database that is damaged while the server runs: the form asks to come back, the log says why', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    await backend.close();
    const file = await open(join(folder, 'vitrine.sqlite'), 'r+');
    const { size } = await file.stat();
    // The schema is on the first pages; everything behind them is overwritten.
    await file.write(Buffer.alloc(size - 40 * 4_096, 0xa5), 0, size - 40 * 4_096, 40 * 4_096);
    await file.close();
    const again = await reason(start().then((other) => other.members.register(request()).finally(() => other.close())));
    expect(again).toSatisfy(isUnavailableError);
    expect(String(again)).toMatch(/is damaged \(.*\)\. Stop the server/);
    expect(classifyDatabaseError(again)).toBe('unavailable');
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info', environment: 'test' }, { write: (line) => void lines.push(line) });
    log.error({ err: again }, 'A form failed.');
    expect(lines.join('')).toContain('is damaged');
    expect(lines.join('')).not.toContain('"stack"');
  });

  test('a full disk: nothing half is saved, reads go on, and writes again once there is space', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 500);
    const { db } = backend.ports.database;
    const pages = async (name: string): Promise<number> =>
      Number(Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]);
    await pages(`max_page_count = ${await pages('page_count')}`);
    const fill = async (): Promise<unknown> => {
      for (;;) {
        const failed = await reason(
          db
            .insertInto('rate_limits')
            .values({ key: `${Math.random()}`.repeat(50), window_start: 'a', expires_at: 'b', hits: 1 })
            .execute(),
        );
        if (typeof failed !== 'object' || failed === null || !('message' in failed)) continue;
        return failed;
      }
    };
    expect(await fill()).toMatchObject({
      name: 'UnavailableError',
      message: expect.stringMatching(
        /^The disk of the database ".*" is full, so nothing can be saved\. Free some space/,
      ),
    });
    // What is small finds room in pages that are there already, until there is none.
    let saved = 0;
    const register = () => reason(backend.members.register(request({ email: `guest-${saved}@example.com` })));
    let refused = await register();
    for (; refused === 'done'; refused = await register()) saved += 1;
    expect(classifyDatabaseError(refused)).toBe('unavailable');
    expect(await db.selectFrom('members').selectAll().execute()).toHaveLength(saved);
    expect(await balance(backend, 'PLACES')).toMatchObject({ pending: saved, free: 500 - saved });
    await pages('max_page_count = 1000000');
    expect(await backend.members.register(request())).toMatchObject({ outcome: 'registered' });
    await backend.close();
  });

  test('a folder, a database and a secret that this user may not write', async () => {
    await chmod(folder, 0o555);
    expect(listMails(folder)).toEqual(sentence(/^This user may not write ".*vitrine\.sqlite"\. Set DATA_DIR/));
    expect(listMails(join(folder, 'deeper'))).toEqual(sentence(/^This user may not write ".*deeper"\. Set DATA_DIR/));
    await chmod(folder, 0o777);
    await (await start()).close();
    // Root's files in an open folder: only their owner may change the modes.
    await chmod(join(folder, 'vitrine.sqlite'), process.getuid?.() === 0 ? 0o644 : 0o400);
    expect(listMails(folder)).toEqual(sentence(/may not write|cannot be (?:written|opened)/));
  });

  test('a data folder that is a file', async () => {
    const file = join(folder, 'data');
    await writeFile(file, '');
    await chmod(folder, 0o777);
    expect(listMails(file)).toEqual(sentence(/^".*data" is needed as a folder, but a file is in its way\./));
    expect(listMails(join(file, 'deeper'))).toEqual(sentence(/is needed as a folder/));
  });

  test('a folder on a disk that is not there', async () => {
    await symlink(join(folder, 'not-mounted'), join(folder, 'disk'));
    await chmod(folder, 0o777);
    expect(listMails(join(folder, 'disk'))).toEqual(sentence(/^".*disk" cannot be made there\./));
  });

  test('a clock that is behind the last write', async () => {
    await (await start()).close();
    const file = join(folder, 'vitrine.sqlite');
    const set = (seconds: number) => utimes(file, new Date(), new Date(Date.now() + seconds * 1_000));
    await set(30);
    await (await start()).close();
    await set(7_200);
    expect(await reason(start())).toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /is 7(?:199|200) s behind the last write to ".*"\. Set the clock right; if it is right/,
      ),
    });
  });

  test('PostgreSQL that is not there', () => {
    const { status, stderr } = spawnSync(process.execPath, ['commands/mail.ts', 'dead'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: folder, SECRET, DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/x' },
    });
    expect({ status, output: stderr }).toEqual(
      sentence(/^The database does not say which migrations have run .*ECONNREFUSED.*\. Look whether/),
    );
  });
});

test('a folder is made for its owner alone where there is none', async () => {
  await mkdir(join(folder, 'a'));
  const database = await openDatabase(join(folder, 'a/b/vitrine.sqlite'));
  await database.close();
  expect([await readMode('a/b'), await readMode('a/b/vitrine.sqlite')]).toEqual([0o700, 0o600]);
});
