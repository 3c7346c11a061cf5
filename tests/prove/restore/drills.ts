import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { findPostgresBackup } from '#tests/setup/programs.ts';
import { root, run } from '../deploy/previous-tree.ts';
import type { Stage } from '../parts/stage.ts';

type Environment = Readonly<Record<string, string>>;

export interface Drill {
  readonly engine: Stage['engine'];
  prepare(stage: Stage): Promise<Place>;
}

/** One machine, what is kept elsewhere, and the machine that takes its place; by the commands of docs/operations.md alone. */
export interface Place {
  backUp(): Promise<void>;
  erase(email: string): Promise<void>;
  /** Puts the list of erasures beside the back-up. */
  keepErasures(): Promise<void>;
  /** The disk with everything on it. */
  lose(): Promise<void>;
  /** Up to the start of the server. */
  restore(): Promise<void>;
  /** Settings in which the new machine differs from the old one. */
  environment(): Environment;
  /** Of the restored database. */
  location(): string;
  readonly naive: Naive;
  close(): Promise<void>;
}

/** What goes wrong where a step is left out. */
export interface Naive {
  readonly what: string;
  count(before: ReadonlySet<string>, erased: readonly string[]): Promise<number>;
}

export const drills: readonly Drill[] = [
  { engine: 'sqlite', prepare: prepareSqlite },
  { engine: 'postgres', prepare: preparePostgres },
];

const command = (file: string, env: Environment, ...args: readonly string[]): string =>
  run(root, process.execPath, [`commands/${file}.ts`, ...args], env);

/** What is alike on both: erasures, and where things are kept. */
function people(stage: Stage, elsewhere: string, settings: () => Environment) {
  const list = join(elsewhere, 'erasures.jsonl');
  const person = (...args: readonly string[]): string =>
    command('person', { ...stage.environment, ...settings() }, ...args);
  return {
    erase: async (email: string) => void person('erase', email),
    keepErasures: () => writeFile(list, person('erasures')),
    replay: () => person('replay', list),
  };
}

/** Addresses of a database; none where it cannot be read. */
export async function emailsIn(location: string): Promise<ReadonlySet<string>> {
  const { db, close } = await openDatabase(location);
  return db
    .selectFrom('members')
    .select('email')
    .execute()
    .then((rows) => new Set(rows.map(({ email }) => email)))
    .catch(() => new Set<string>())
    .finally(close);
}

async function prepareSqlite(stage: Stage): Promise<Place> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  const dataDir = stage.environment['DATA_DIR'] ?? '';
  const [file, copy, naive] = [join(dataDir, 'vitrine.sqlite'), join(elsewhere, 'copy'), join(elsewhere, 'naive')];
  const { erase, keepErasures, replay } = people(stage, elsewhere, () => ({}));
  return {
    erase,
    keepErasures,
    async backUp() {
      await copyFile(file, naive);
      command('back-up', stage.environment, copy);
    },
    lose: () => rm(dataDir, { recursive: true, force: true }),
    async restore() {
      await mkdir(dataDir, { mode: 0o700 });
      await cp(copy, file);
      replay();
    },
    environment: () => ({}),
    location: () => file,
    naive: {
      what: 'naive control, the file copied as it lies there: registrations that are missing',
      async count(before) {
        const there = await emailsIn(naive);
        return [...before].filter((email) => !there.has(email)).length;
      },
    },
    close: () => rm(elsewhere, { recursive: true, force: true }),
  };
}

async function preparePostgres(stage: Stage): Promise<Place> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  const dump = join(elsewhere, 'vitrine.dump');
  const bin = findPostgresBackup() ?? '';
  const next = await startPostgres();
  if (next === null) throw new Error('This machine has no PostgreSQL server.');
  const [restored, unrepeated] = [await next.createDatabase(), await next.createDatabase()];
  const onNext = { DATABASE_URL: restored };
  const load = (database: string): string =>
    run(root, join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${database}`, dump]);
  const before = people(stage, elsewhere, () => ({}));
  const after = people(stage, elsewhere, () => onNext);
  return {
    erase: before.erase,
    keepErasures: before.keepErasures,
    backUp: async () =>
      void run(root, join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, stage.databaseUrl ?? '']),
    async lose() {
      await stage.postgres?.stop();
      await rm(stage.environment['DATA_DIR'] ?? '', { recursive: true, force: true });
    },
    async restore() {
      load(restored);
      command('database', { ...stage.environment, ...onNext }, 'migrate');
      after.replay();
    },
    environment: () => onNext,
    location: () => restored,
    naive: {
      what: 'naive control, erasures not repeated: erased people who are there again',
      async count(_before, erased) {
        load(unrepeated);
        const there = await emailsIn(unrepeated);
        return erased.filter((email) => there.has(email)).length;
      },
    },
    async close() {
      await next.stop();
      await rm(elsewhere, { recursive: true, force: true });
    },
  };
}
