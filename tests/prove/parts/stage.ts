import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { startPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

const SECRET = 'a secret of proofs that is long enough to be one';
/** Pauses of the outbox and leases of workers that died are over then. */
const LATER = 24 * 3_600_000;

/** A database, a mail server and the built server between them, each of which can fail. */
export interface Stage {
  readonly engine: 'sqlite' | 'postgres';
  readonly mail: MailServer;
  /** `null` on SQLite. */
  readonly postgres: TemporaryPostgres | null;
  /** `null` on SQLite. */
  readonly databaseUrl: string | null;
  /** The database as the proof itself sees it. Its clock is a day ahead, so that no mail waits for its next attempt. */
  backend(): Promise<Backend>;
  /** Settings that lead a server or a command of any release to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param env Settings on top of those that the stage needs. */
  serve(env?: Readonly<Record<string, string>>): Promise<RunningServer>;
  /** Makes a code with places for everybody; codes have a limit per time, so proofs change them. */
  addCode(label: string): Promise<void>;
  close(): Promise<void>;
}

export async function setStage(engine: Stage['engine']): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-prove-'));
  const mail = await startMailServer();
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  const databaseUrl = await postgres?.createDatabase();
  const backend = (): Promise<Backend> =>
    createBackend({
      dataDir,
      databaseUrl,
      secret: SECRET,
      smtpUrl: mail.url,
      mailFrom: 'Maison Cercle <hello@example.com>',
      site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
      clock: { now: () => Date.now() + LATER },
    });
  const environment = {
    ...productionEnvironment,
    MAIL: '',
    DATA_DIR: dataDir,
    SECRET,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Maison Cercle <hello@example.com>',
    TRUSTED_PROXIES: '127.0.0.1',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  return {
    engine,
    mail,
    postgres,
    databaseUrl: databaseUrl ?? null,
    backend,
    environment,
    serve: (env = {}) => startServer({ startWithin: 120_000, env: { ...environment, ...env } }),
    async addCode(label) {
      const own = await backend();
      await addCode(own, label, 1_000_000).finally(() => own.close());
    },
    async close() {
      await mail.close();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends what is left and compares the outbox with what arrived. */
export async function settleMail(
  backend: Backend,
  { mails }: MailServer,
): Promise<{ readonly written: number; readonly duplicates: number; readonly broken: readonly string[] }> {
  for (let left = 1; left > 0;) left = await backend.outbox.sendNow();
  const rows = await backend.ports.database.db.selectFrom('outbox').select(['message_id', 'status']).execute();
  const arrived = new Map<string, number>();
  for (const { messageId } of mails) arrived.set(messageId, (arrived.get(messageId) ?? 0) + 1);
  const known = new Set(rows.map((row) => row.message_id));
  const lost = rows.filter((row) => !arrived.has(row.message_id)).length;
  const unsent = rows.filter((row) => row.status !== 'sent').length;
  const strangers = [...arrived.keys()].filter((id) => !known.has(id)).length;
  return {
    written: rows.length,
    duplicates: [...arrived.values()].reduce((sum, times) => sum + times - 1, 0),
    broken: [
      ...(lost > 0 ? [`${lost} mails never arrived.`] : []),
      ...(unsent > 0 ? [`${unsent} mails are not marked as sent.`] : []),
      ...(strangers > 0 ? [`${strangers} mails arrived that no committed registration wrote.`] : []),
    ],
  };
}
