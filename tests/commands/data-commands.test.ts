import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackend } from '#server/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { request, SECRET } from '#tests/helpers/backend.ts';

const root = join(import.meta.dirname, '../..');
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`commands/${command}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      SECRET,
    },
  });
  return { status, output: stdout + stderr };
}

const open = () =>
  createBackend({
    dataDir,
    secret: SECRET,
    mailFrom: 'hello@example.com',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
  });

test('a person gets everything that is stored about them, and nothing is left afterwards', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  expect(await backend.members.register(request())).toMatchObject({ outcome: 'registered' });
  await backend.close();
  const stored = JSON.parse(run('person', 'export', 'marie@example.com').output);
  expect(stored).toMatchObject({ members: [{ first_name: 'Marie' }], outbox: [{ template: 'activation' }] });
  const erased = run('person', 'erase', 'marie@example.com', '--visitor', 'a-browser');
  expect([erased.status, erased.output]).toEqual([
    0,
    expect.stringMatching(/^Erased, rows by table:\n( +\d+ {2}\w+\n)+$/),
  ]);
  expect(erased.output).toMatch(/^ +1 {2}outbox$/m);
  const left = JSON.parse(run('person', 'export', 'marie@example.com').output);
  expect(Object.values(left).flat()).toEqual([]);
});

test('a back-up that is put in place is erased again, also by a list that was kept beside it', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  await backend.close();
  const copies = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  const [copy, list] = [join(copies, 'vitrine.sqlite'), join(copies, 'erasures.jsonl')];
  expect(run('back-up', copy).status).toBe(0);
  run('person', 'erase', 'marie@example.com');
  const erasures = run('person', 'erasures').output;
  expect(erasures).not.toContain('marie');
  writeFileSync(list, erasures);
  const restore = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `vitrine.sqlite${end}`), { force: true });
    copyFileSync(copy, join(dataDir, 'vitrine.sqlite'));
  };
  const members = () => JSON.parse(run('person', 'export', 'marie@example.com').output).members;

  restore();
  expect(members()).toEqual([]);
  restore();
  rmSync(join(dataDir, 'erasures.jsonl'));
  expect(members()).toHaveLength(1);
  expect(run('person', 'replay', list).output).toContain('Erased again: 1.');
  expect(members()).toEqual([]);
  rmSync(copies, { recursive: true });
});

test('an admin is created once, with a password that signs in', async () => {
  const created = run('admin', 'create', 'anna@example.com');
  const password = /^Password {2}(\S+)$/m.exec(created.output)?.[1] ?? '';
  const backend = await open();
  const answer = await backend.staff.signInAdmin({ email: 'anna@example.com', password, network: '' });
  await backend.close();
  expect(answer).toMatchObject({ outcome: 'signed-in', admin: { email: 'anna@example.com', name: 'anna' } });
  expect(run('admin', 'create', 'anna@example.com')).toMatchObject({ status: 1 });
});

test('a back-up is a database of its own with everything that was committed', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  const { status } = run('back-up', join(copy, 'vitrine.sqlite'));
  expect(statSync(join(copy, 'vitrine.sqlite')).mode & 0o777).toBe(0o600);
  const nowhere = join(copy, 'nowhere/vitrine.sqlite');
  expect(run('back-up', nowhere)).toEqual({
    status: 1,
    output: expect.stringMatching(/^".*nowhere.*" could not be written: .*\.\n$/),
  });
  await backend.close();
  const database = new DatabaseSync(join(copy, 'vitrine.sqlite'));
  const members = database.prepare('select email from members').all();
  database.close();
  rmSync(copy, { recursive: true });
  expect([status, members]).toEqual([0, [{ email: 'marie@example.com' }]]);
});

test('a mail that was given up is listed, and queued again on request', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  const { db } = backend.ports.database;
  await backend.outbox.sendNow();
  await db.updateTable('outbox').set({ status: 'dead', last_error: 'EENVELOPE 550' }).execute();
  const listed = run('mail', 'dead').output;
  expect(listed).toContain('marie@example.com  EENVELOPE 550');
  expect(run('mail', 'revive', listed.split(' ', 1)[0] ?? '')).toMatchObject({ status: 0 });
  expect(await db.selectFrom('outbox').select('status').execute()).toEqual([{ status: 'queued' }]);
  await backend.close();
  expect(run('mail', 'dead').output).toContain('There are no dead letters.');
});

test('a back-up of nothing says where it looked', () => {
  expect(run('back-up', join(dataDir, 'copy.sqlite')).output).toContain(join(dataDir, 'vitrine.sqlite'));
});

test('a code opens an empty site, is listed with its places and blocked, beside a server that runs', async () => {
  const backend = await open();
  const made = run('code', 'create', 'ANNA-50', '--name', 'Anna', '--places', '2', '--until', '2099-12-31');
  expect([made.status, made.output]).toEqual([0, expect.stringMatching(/^Code +ANNA-50\nOpens +http:\S+\/ANNA-50\n/)]);
  expect(await backend.members.register(request({ code: 'anna50' }))).toMatchObject({ outcome: 'registered' });
  expect(run('code', 'list').output).toMatch(
    /\nANNA-50 +open +Anna +2 +1 +1 +0 +2100-01-01T00:00:00\.000Z +– +by page\n$/,
  );
  expect(run('code', 'block', 'ANNA-50').output).toBe('The code "ANNA-50" is blocked.\n');
  const again = request({ code: 'ANNA-50', email: 'other@example.com' });
  expect(await backend.members.register(again)).toMatchObject({ outcome: 'refused' });
  await backend.close();
});

test('a code is refused in words by what the site really is', () => {
  const refused = (...args: string[]) => run('code', 'create', ...args, '--places', '5');
  expect(refused('viral')).toEqual({ status: 1, output: expect.stringContaining('the address "/viral"') });
  expect(refused('METRICS')).toEqual({ status: 1, output: expect.stringContaining('the address "/metrics"') });
  expect(refused('A-LANDING', '--landing', 'landings/social-voucher-11').output).toContain(
    'There is no landing "landings/social-voucher-11". Did you mean "landings/social-voucher-1',
  );
  expect(refused('A-VOUCHER', '--landing', 'landings/social-voucher-10', '--voucher', 'none').output).toContain(
    'promises the voucher "10-percent-no-mov", not "none"',
  );
});

test('a slug that takes the address of a code is found where it is written', async () => {
  const backend = await open();
  await addCode(backend, 'Viral', 5);
  await addCode(backend, 'ANNA-50', 5);
  await backend.close();
  const { status, output } = run('check', '--codes');
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(
      /^pages-config\/landings\/viral\.json:4:11 {2}error {2}duplicate-route {2}slug: .*"Viral".*\nOne code is out of reach\.\n$/,
    ),
  ]);
});

test('an admin gets a new password, is shut out and let in again', async () => {
  run('admin', 'create', 'anna@example.com');
  const password = /^Password {2}(\S+)$/m.exec(run('admin', 'reset', 'anna@example.com').output)?.[1] ?? '';
  const backend = await open();
  const signIn = async () =>
    (await backend.staff.signInAdmin({ email: 'anna@example.com', password, network: '' })).outcome;
  expect(await signIn()).toBe('signed-in');
  expect(run('admin', 'disable', 'anna@example.com').output).toBe('The account "anna@example.com" is disabled.\n');
  expect(await signIn()).toBe('refused');
  expect(run('admin', 'list').output).toMatch(/^anna@example\.com {2}admin {2}since \S+ {2}disabled since \S+\n$/);
  run('admin', 'enable', 'anna@example.com');
  expect(await signIn()).toBe('signed-in');
  await backend.close();
  expect(run('admin', 'reset', 'nobody@example.com')).toMatchObject({ status: 1 });
});

test.each([
  ['person', [], 2],
  ['person', ['delete', 'marie@example.com'], 2],
  ['person', ['erase', 'marie'], 1],
  ['admin', ['create'], 2],
  ['admin', ['create', 'anna'], 1],
])('a command that is not understood says what to write (%s %j)', (command, args, code) => {
  const { status, output } = run(command, ...args);
  expect([status, output]).toEqual([code, expect.stringContaining('anna@example.com')]);
});

test('a database is brought to the newest shape by a step of its own, which says what it did', () => {
  const missing = run('database', 'status');
  expect([missing.status, missing.output]).toEqual([1, expect.stringMatching(/^0001-start {2}expand {2}missing$/m)]);
  expect(run('database', 'migrate', '--expand-only')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^0001-start {2}done\n/),
  });
  expect(statSync(join(dataDir, 'vitrine.sqlite')).mode & 0o777).toBe(0o600);
  expect(run('database', 'migrate').output).toBe('There is nothing to do.\n');
  expect(run('database', 'status')).toMatchObject({ status: 0, output: expect.not.stringContaining('missing') });
});
