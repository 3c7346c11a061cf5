import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DoctorCheck, diagnose } from '../../commands/doctor/diagnose.ts';
import { certificate, dns, mailServer, port, senderDomain } from '../../commands/doctor/network-checks.ts';
import { dataFolder, database, databaseRoles } from '../../commands/doctor/storage-checks.ts';
import { startMailServer } from '#tests/helpers/mail-server.ts';
import { startPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { makeCertificate, startTls } from '#tests/helpers/tls.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What one check says in a server of production. */
async function readFinding(check: DoctorCheck, env: Readonly<Record<string, string>>) {
  const { lines, hasErrors } = await diagnose(
    { ...productionEnvironment, PUBLIC_ORIGIN: 'https://club.example.com', DATA_DIR: folder, ...env },
    [check],
  );
  return { hasErrors, text: lines.join('\n') };
}

test('settings with mistakes are named, and nothing that depends on them is checked', async () => {
  const { lines, hasErrors } = await diagnose({ PORT: 'eighty' }, [port]);
  expect(hasErrors).toBe(true);
  expect(lines.join('\n')).toMatch(/^Settings +ERROR[^]*PORT/);
  expect(lines.join('\n')).not.toContain('is free');
});

test('a port that another program has is an error, one on which a server of this kind answers a warning', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const own = createHttpServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  onTestFinished(() => void (other.close(), own.close()));
  await Promise.all([once(other, 'listening'), once(own, 'listening')]);
  const at = (server: typeof other) =>
    readFinding(port, { HOST: '127.0.0.1', PORT: String((server.address() as AddressInfo).port) });
  expect(await at(other)).toMatchObject({ hasErrors: true, text: expect.stringContaining('choose another port') });
  expect(await at(own)).toMatchObject({ hasErrors: false, text: expect.stringContaining('WARNING') });
});

test('a data folder below a file is an error, one that is not there yet is not', async () => {
  expect(await readFinding(dataFolder, { DATA_DIR: join(folder, 'new/deeper') })).toMatchObject({
    hasErrors: false,
    text: expect.stringContaining('made at the first start'),
  });
  const { pathname } = new URL(import.meta.url);
  expect((await readFinding(dataFolder, { DATA_DIR: join(pathname, 'data') })).hasErrors).toBe(true);
});

test('a host without an address and a sender without records are named', async () => {
  const env = {
    MAIL: '',
    PUBLIC_ORIGIN: 'https://club.invalid',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'a@club.invalid',
  };
  expect(await readFinding(dns, env)).toMatchObject({ hasErrors: true, text: expect.stringContaining('A or AAAA') });
  expect((await readFinding(senderDomain, env)).text).toContain('SPF record');
});

test('An untrusted certificate is an error', async () => {
  const server = await startTls(makeCertificate(['localtest.example']), (_, response) => response.end());
  onTestFinished(() => server.stop());
  // An address that leads here and is no name of this machine.
  const found = await readFinding(certificate, { PUBLIC_ORIGIN: `https://0.0.0.0:${server.port}` });
  expect(found).toMatchObject({ hasErrors: true, text: expect.stringMatching(/self.signed/) });
});

test('a mail server that takes mails is fine, one that refuses is an error', async () => {
  const smtp = await startMailServer();
  onTestFinished(() => smtp.close());
  const env = { MAIL: '', SMTP_URL: smtp.url, MAIL_FROM: 'club@club.example.com' };
  expect(await readFinding(mailServer, env)).toMatchObject({ hasErrors: false });
  await smtp.become('closed');
  expect(await readFinding(mailServer, env)).toMatchObject({
    hasErrors: true,
    text: expect.stringContaining('SMTP_URL'),
  });
});

describe('PostgreSQL', () => {
  let postgres: TemporaryPostgres | null;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  test('that lacks migrations is an error where the start runs none, and fine where it does', async ({ skip }) => {
    if (postgres === null) return skip();
    const DATABASE_URL = await postgres.createDatabase();
    expect(await readFinding(database, { DATABASE_URL, DATABASE_MIGRATIONS: 'manual' })).toMatchObject({
      hasErrors: true,
      text: expect.stringContaining('npm run database -- migrate'),
    });
    expect((await readFinding(database, { DATABASE_URL })).hasErrors).toBe(false);
    expect((await readFinding(databaseRoles, { DATABASE_URL })).text).toMatch(/WARNING .*superuser/);
  });

  test('that does not answer is an error that names the setting', async () => {
    const found = await readFinding(databaseRoles, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(found).toMatchObject({ hasErrors: true, text: expect.stringContaining('DATABASE_URL') });
  });
});
