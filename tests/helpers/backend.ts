import { SECRET } from './secret.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { hasPostgres, openSharedPostgres, type PostgresDatabases } from '#tests/helpers/postgres.ts';
import { createBackend } from '#server/app/backend.ts';
import type { Backend, BackendOptions } from '#server/app/backend.ts';
import { makeDataFolder } from '#tests/helpers/data-folder.ts';
import { everything } from '#tests/helpers/everything.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

import { linkTo } from './link-to.ts';

export { addCode } from './add-code.ts';
export { linkTo } from './link-to.ts';
export { unlimited } from './unlimited.ts';

export type Engine = 'sqlite' | 'postgres';

/** Both engines where a PostgreSQL server is installed; one suite runs over them with `describe.each`. */
export const engines: readonly Engine[] = hasPostgres() ? ['sqlite', 'postgres'] : ['sqlite'];

/**
 * For tests of pages and forms, whose use cases are tested on both engines where they are: the embedded one in the suite, both with
 * `npm run prove -- engines`.
 */
export const pageEngines: readonly Engine[] = everything ? engines : ['sqlite'];

/** Milliseconds: a busy machine is not an outage; tests of outages use the product's own value. */
export const HEALTH_TIMEOUT_MS = 10_000;

/** When every test begins; the full hour keeps windows of limits in sight. */
export const START = Date.UTC(2026, 10, 20, 10);

/** What backends of tests take for the site. */
export const testSite = plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' });

export interface TestBackend extends Backend {
  /** Moves the clock on. */
  pass(ms: number): void;
}

type Location = Partial<BackendOptions> & { readonly dataDir: string };

export interface Bench {
  /** A fresh database with a backend on it; `options.settings` are merged into the defaults. */
  start(options?: Partial<BackendOptions>): Promise<TestBackend>;
  /** Where a fresh database would be: for several backends on one. It has its tables already. */
  location(): Promise<Location>;
  /** The same without a table. */
  emptyLocation(): Promise<Location>;
}

/** To be called inside a `describe`: databases of one engine, closed after each test and removed after all. */
export function bench(engine: Engine): Bench {
  const open: Backend[] = [];
  const folders: string[] = [];
  let postgres: PostgresDatabases | null = null;

  beforeAll(async () => {
    if (engine === 'postgres') postgres = await openSharedPostgres();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((backend) => backend.close()));
  });
  afterAll(async () => {
    await postgres?.stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }, 60_000);

  const location: Bench['location'] = async () => {
    const databaseUrl = await postgres?.createMigratedDatabase();
    if (databaseUrl !== undefined) return { dataDir: await emptyFolder(), databaseUrl };
    const dataDir = await makeDataFolder();
    folders.push(dataDir);
    return { dataDir };
  };
  const emptyLocation: Bench['emptyLocation'] = async () => {
    const databaseUrl = await postgres?.createDatabase();
    return { dataDir: await emptyFolder(), databaseUrl };
  };
  const emptyFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-data-'));
    folders.push(folder);
    return folder;
  };
  const start: Bench['start'] = async (options = {}) => {
    let now = START;
    const backend = await createBackend({
      secret: SECRET,
      mailFrom: 'Maison Cercle <hello@example.com>',
      site: testSite,
      clock: { now: () => now },
      healthTimeoutMs: HEALTH_TIMEOUT_MS,
      ...(await location()),
      ...options,
    });
    open.push(backend);
    return {
      ...backend,
      pass: (ms) => {
        now += ms;
      },
    };
  };
  return { start, location, emptyLocation };
}

/** A complete registration request; `form` replaces single fields. */
export const request = (form: Record<string, unknown> = {}) => ({
  form: {
    gender: 'woman',
    firstName: 'Marie',
    lastName: 'd’Été',
    email: 'marie@example.com',
    country: 'FR',
    newsletter: true,
    terms: true,
    code: 'PLACES',
    ...form,
  },
  locale: 'fr' as const,
  newsletter: { text: 'Oui, écrivez-moi.', version: '1' },
  network: '192.0.2.1',
});

/** The balance behind a code. */
export const balance = (backend: Backend, label: string) =>
  backend.ports.database.db
    .selectFrom('inviters')
    .select(['issued', 'free', 'pending', 'active'])
    .where('id', '=', `inviter-${label}`)
    .executeTakeFirstOrThrow();

/** The activation token in the newest mail to an address. */
export const tokenFor = async (backend: Backend, address: string): Promise<string> =>
  (await linkTo(backend, address)).searchParams.get('token') ?? '';
