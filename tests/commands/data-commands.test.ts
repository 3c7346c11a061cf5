import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackend } from '#server/app/backend.ts';
import { runCommandHere } from '#tests/helpers/command.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { request } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The command of the journey, from the folder of the others. */
const codeCommand = '../journeys/registration/commands/code';

const run = (command: string, ...args: readonly string[]) =>
  runCommandHere({ DATA_DIR: dataDir, SECRET }, command, ...args);

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
  const stored = JSON.parse((await run('person', 'export', 'marie@example.com')).output);
  expect(stored).toMatchObject({ members: [{ first_name: 'Marie' }], outbox: [{ template: 'activation' }] });
  const erased = await run('person', 'erase', 'marie@example.com', '--visitor', 'a-browser');
  expect([erased.status, erased.output]).toEqual([
    0,
    expect.stringMatching(/^Erased, rows by table:\n( +\d+ {2}\w+\n)+$/),
  ]);
  expect(erased.output).toMatch(/^ +1 {2}outbox$/m);
  const left = JSON.parse((await run('person', 'export', 'marie@example.com')).output);
  expect(Object.values(left).flat()).toEqual([]);
});

test('a back-up that is put in place is erased again, also by a list that was kept beside it', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  await backend.close();
  const copies = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  const [copy, list] = [join(copies, 'vitrine.sqlite'), join(copies, 'erasures.jsonl')];
  expect((await run('back-up', copy)).status).toBe(0);
  await run('person', 'erase', 'marie@example.com');
  const erasures = (await run('person', 'erasures')).output;
  expect(erasures).not.toContain('marie');
  writeFileSync(list, erasures);
  const restore = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `vitrine.sqlite${end}`), { force: true });
    copyFileSync(copy, join(dataDir, 'vitrine.sqlite'));
  };
  const members = async () => JSON.parse((await run('person', 'export', 'marie@example.com')).output).members;

  restore();
  expect(await members()).toEqual([]);
  restore();
  rmSync(join(dataDir, 'erasures.jsonl'));
  expect(await members()).toHaveLength(1);
  expect((await run('person', 'replay', list)).output).toContain('Erased again: 1.');
  expect(await members()).toEqual([]);
  rmSync(copies, { recursive: true });
});

test('an admin is created once, with a password that signs in', async () => {
  const created = await run('admin', 'create', 'anna@example.com');
  const password = /^Password {2}(\S+)$/m.exec(created.output)?.[1] ?? '';
  const backend = await open();
  const answer = await backend.staff.signInAdmin({ email: 'anna@example.com', password, network: '' });
  await backend.close();
  expect(answer).toMatchObject({ outcome: 'signed-in', admin: { email: 'anna@example.com', name: 'anna' } });
  expect(await run('admin', 'create', 'anna@example.com')).toMatchObject({ status: 1 });
});

test('a back-up is a database of its own with everything that was committed', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  const { status } = await run('back-up', join(copy, 'vitrine.sqlite'));
  expect(statSync(join(copy, 'vitrine.sqlite')).mode & 0o777).toBe(0o600);
  const nowhere = join(copy, 'nowhere/vitrine.sqlite');
  expect(await run('back-up', nowhere)).toEqual({
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

test('A failed mail is listed, and queued again on request', async () => {
  const backend = await open();
  await addCode(backend, 'PLACES', 1);
  await backend.members.register(request());
  const { db } = backend.ports.database;
  await backend.outbox.sendNow();
  await db.updateTable('outbox').set({ status: 'dead', last_error: 'EENVELOPE 550' }).execute();
  const listed = (await run('mail', 'dead')).output;
  expect(listed).toContain('marie@example.com  EENVELOPE 550');
  expect(await run('mail', 'revive', listed.split(' ', 1)[0] ?? '')).toMatchObject({ status: 0 });
  expect(await db.selectFrom('outbox').select('status').execute()).toEqual([{ status: 'queued' }]);
  await backend.close();
  expect((await run('mail', 'dead')).output).toContain('There are no dead letters.');
});

test('a back-up of nothing says where it looked', async () => {
  expect((await run('back-up', join(dataDir, 'copy.sqlite'))).output).toContain(join(dataDir, 'vitrine.sqlite'));
});

test('a code opens an empty site, is listed with its places and blocked, beside a server that runs', async () => {
  const backend = await open();
  const made = await run(codeCommand, 'create', 'ANNA-50', '--name', 'Anna', '--places', '2', '--until', '2099-12-31');
  expect([made.status, made.output]).toEqual([0, expect.stringMatching(/^Code +ANNA-50\nOpens +http:\S+\/ANNA-50\n/)]);
  expect(await backend.members.register(request({ code: 'anna50' }))).toMatchObject({ outcome: 'registered' });
  expect((await run(codeCommand, 'list')).output).toMatch(
    /\nANNA-50 +open +Anna +2 +1 +1 +0 +2099-12-31T22:59:59\.000Z +– +by page\n$/,
  );
  const explained = (await run('explain', '/anna-50', '--at', '2099-12-30T00:00Z')).output;
  expect(explained).toContain('code = {"state":"valid","inviterName":"Anna"');
  expect(explained).toContain('The visitor gets "landings/invitation" in "en" with status 200');
  expect((await run(codeCommand, 'block', 'ANNA-50')).output).toBe('The code "ANNA-50" is blocked.\n');
  const again = request({ code: 'ANNA-50', email: 'other@example.com' });
  expect(await backend.members.register(again)).toMatchObject({ outcome: 'refused' });
  await backend.close();
});

test('a code is refused in words by what the site really is', async () => {
  const refused = (...args: string[]) => run(codeCommand, 'create', ...args, '--places', '5');
  expect(await refused('viral')).toEqual({ status: 1, output: expect.stringContaining('the address "/viral"') });
  expect(await refused('METRICS')).toEqual({ status: 1, output: expect.stringContaining('the address "/metrics"') });
  expect((await refused('A-LANDING', '--landing', 'landings/social-voucher-11')).output).toContain(
    'There is no landing "landings/social-voucher-11". Did you mean "landings/social-voucher-1',
  );
  expect((await refused('A-VOUCHER', '--landing', 'landings/social-voucher-10', '--voucher', 'none')).output).toContain(
    'promises the voucher "10-percent-no-mov", not "none"',
  );
});

test('a slug that takes the address of a code is found where it is written', async () => {
  const backend = await open();
  await addCode(backend, 'Viral', 5);
  await addCode(backend, 'ANNA-50', 5);
  await backend.close();
  const { status, output } = await run('check', '--codes');
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(
      /^pages-config\/landings\/viral\.json:4:11 {2}error {2}duplicate-route {2}slug: .*"Viral".*\nOne code is shadowed\.\n$/,
    ),
  ]);
});

test('An admin gets a new password, is disabled and enabled again', async () => {
  await run('admin', 'create', 'anna@example.com');
  const password = /^Password {2}(\S+)$/m.exec((await run('admin', 'reset', 'anna@example.com')).output)?.[1] ?? '';
  const backend = await open();
  const signIn = async () =>
    (await backend.staff.signInAdmin({ email: 'anna@example.com', password, network: '' })).outcome;
  expect(await signIn()).toBe('signed-in');
  expect((await run('admin', 'disable', 'anna@example.com')).output).toBe(
    'The account "anna@example.com" is disabled.\n',
  );
  expect(await signIn()).toBe('refused');
  expect((await run('admin', 'list')).output).toMatch(
    /^anna@example\.com {2}admin {2}since \S+ {2}disabled since \S+\n$/,
  );
  await run('admin', 'enable', 'anna@example.com');
  expect(await signIn()).toBe('signed-in');
  await backend.close();
  expect(await run('admin', 'reset', 'nobody@example.com')).toMatchObject({ status: 1 });
});

test.each([
  ['person', [], 2],
  ['person', ['delete', 'marie@example.com'], 2],
  ['person', ['erase', 'marie'], 1],
  ['admin', ['create'], 2],
  ['admin', ['create', 'anna'], 1],
])('a command that is not understood says what to write (%s %j)', async (command, args, code) => {
  const { status, output } = await run(command, ...args);
  expect([status, output]).toEqual([code, expect.stringContaining('anna@example.com')]);
});

test('a database is brought to the newest shape by a step of its own, which says what it did', async () => {
  const missing = await run('database', 'status');
  expect([missing.status, missing.output]).toEqual([1, expect.stringMatching(/^0001-start {2}expand {2}missing$/m)]);
  expect(await run('database', 'migrate', '--expand-only')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^0001-start {2}done\n/),
  });
  expect(statSync(join(dataDir, 'vitrine.sqlite')).mode & 0o777).toBe(0o600);
  expect((await run('database', 'migrate')).output).toBe('There is nothing to do.\n');
  expect(await run('database', 'status')).toMatchObject({ status: 0, output: expect.not.stringContaining('missing') });
});

test('a token for a program is printed once, listed without itself, revoked by its id, and all of it checked in the audit log', async () => {
  const wrong = [
    [['token', 'create', 'crm', '--scope', 'everything'], 'There is no scope "everything".'],
    [['token', 'create', 'crm'], 'Say what the token is for, by --scope or --holder.'],
    [['token', 'create', 'crm', '--holder', 'NOBODY'], 'Nobody has the code "NOBODY".'],
    [['token', 'create', 'crm', '--scope', 'links', '--days', '0'], 'For --days write a whole number from 1 to 366.'],
    [['token', 'revoke', 'x'], 'There is no token "x".'],
  ] as const;
  for (const [words, problem] of wrong) expect((await run('admin', ...words)).output).toContain(problem);
  const made = await run('admin', 'token', 'create', 'crm', '--scope', 'links,invitations', '--days', '7');
  const [, id = '', token = ''] = /^Id {2}([\w-]{22})\nToken {2}([\w-]{43})\nUntil/.exec(made.output) ?? [];
  const listed = (await run('admin', 'token', 'list')).output;
  expect(listed).toMatch(
    /^[\w-]{22} {2}crm {2}links,invitations {2}by the command line {2}until 20\S+ {2}never used$/m,
  );
  expect([listed.includes(id), listed.includes(token)]).toEqual([true, false]);
  expect((await run('admin', 'token', 'revoke', id)).output).toContain('is revoked.');
  const verified = await run('admin', 'verify-audit');
  expect([verified.status, verified.output]).toEqual([0, expect.stringContaining('deeds  entries 2 ')]);
  const [, head = ''] = /head ([0-9a-f]{64})/.exec(verified.output) ?? [];
  expect((await run('admin', 'verify-audit', head)).status).toBe(0);
  const missing = await run('admin', 'verify-audit', 'f'.repeat(64));
  expect([missing.status, missing.output]).toEqual([1, expect.stringContaining('is part of no chain')]);
});
