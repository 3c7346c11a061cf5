import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '#tests/setup/programs.ts';
import { freePort } from './server.ts';

const run = promisify(execFile);
const hasSockets = process.platform !== 'win32';

/** Environment variable: the folder of a stopped cluster whose files new clusters are copied from. */
export const MODEL_CLUSTER = 'TEST_POSTGRES_MODEL';
/** Environment variable: the folder of a running cluster for tests that need databases and no cluster of their own. */
export const SHARED_CLUSTER = 'TEST_POSTGRES_SHARED';
/** Environment variable: the port of that cluster, where it has no socket. */
export const SHARED_PORT = 'TEST_POSTGRES_SHARED_PORT';
/** Database of both clusters which has the tables of this release. */
export const MIGRATED = 'migrated';

export interface PostgresDatabases {
  /** Creates an empty database and returns its URL. */
  createDatabase(name?: string): Promise<string>;
  /** Creates a database with the tables of this release, where there is a model; otherwise an empty one. */
  createMigratedDatabase(): Promise<string>;
  /** Removes these databases, or the cluster with all of its files if no other process uses it. */
  stop(): Promise<void>;
}

export interface TemporaryPostgres extends PostgresDatabases {
  /** Holds the cluster's files, its log and its socket. */
  readonly folder: string;
  /** The port that it listens at; `null` where it has a socket. */
  readonly port: number | null;
  /** Stops (`SIGSTOP`) or continues (`SIGCONT`) every process of the server. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Ends the main process at once; the others notice and end. */
  kill(): Promise<void>;
  /** Stops the server in its usual way, cutting connections; its files stay. */
  halt(): Promise<void>;
  /** Starts it again after `kill` or `halt`, on the same files. */
  start(): Promise<void>;
}

/**
 * Starts a PostgreSQL cluster of its own in a temporary folder, reachable through a socket in it and through nothing else (on Windows,
 * where Node has no such sockets, through a port of this machine), with fsync as in production. Where a model is named it starts as a copy of that, and does not wait for the disk: what processes
 * that are killed have written survives without fsync, which guards against a machine that loses power. `null` when this machine has no PostgreSQL server.
 */
export async function startPostgres(maxConnections = 60): Promise<TemporaryPostgres | null> {
  const bin = findPostgres();
  if (bin === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pg-'));
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  // The one locale of every system.
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const model = process.env[MODEL_CLUSTER];
  if (model) await copyCluster(join(model, 'data'), data);
  else
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'],
      options,
    );
  const port = hasSockets ? null : await freePort();
  const place =
    port === null
      ? `-c listen_addresses='' -c unix_socket_directories='${folder}'`
      : `-c listen_addresses=127.0.0.1 -c port=${port}`;
  // Nothing is cleaned up in databases that live for seconds, and whole pages are for a machine that loses power, too.
  const quick = '-c fsync=off -c full_page_writes=off -c autovacuum=off';
  const settings = `${place} ${model ? quick : '-c fsync=on'} -c max_connections=${maxConnections}`;
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], options);
  const start = () => control('-l', join(folder, 'log'), '-o', settings, 'start');
  const mainProcess = async (): Promise<number> =>
    Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
  await start();

  return {
    folder,
    port,
    ...createDatabases(folder, port, model ? MIGRATED : 'template1'),
    async signal(signal) {
      const main = await mainProcess();
      process.kill(main, signal);
      for (const pid of await listChildren(main)) {
        try {
          process.kill(pid, signal);
        } catch (error) {
          // A process of one connection may end meanwhile.
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
        }
      }
    },
    async kill() {
      const main = await mainProcess();
      const children = await listChildren(main);
      process.kill(main, 'SIGKILL');
      for (const pid of [main, ...children]) while (await isRunning(pid)) await sleep(20);
      // Without waiting for it, the process looks alive to the next start.
      for (const lock of [join(data, 'postmaster.pid'), join(folder, '.s.PGSQL.5432.lock')])
        await rm(lock, { force: true });
    },
    halt: async () => void (await control('-m', 'fast', 'stop')),
    start: async () => void (await start()),
    async stop() {
      await control('-m', 'immediate', 'stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Databases of a cluster that other tests use at the same time, where one is running; a cluster of their own elsewhere. For tests that
 * neither stop a server nor look at its other databases: to copy and start a cluster takes a second of a core. `null` when this machine
 * has no PostgreSQL server.
 */
export async function openSharedPostgres(): Promise<PostgresDatabases | null> {
  const folder = process.env[SHARED_CLUSTER];
  if (!folder) return startPostgres();
  const port = process.env[SHARED_PORT];
  return createDatabases(folder, port ? Number(port) : null, MIGRATED);
}

function createDatabases(folder: string, port: number | null, migrated: string): PostgresDatabases {
  const url = (database: string): string =>
    port === null
      ? `postgresql://vitrine@localhost/${database}?host=${encodeURIComponent(folder)}`
      : `postgresql://vitrine@127.0.0.1:${port}/${database}`;
  const query = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const created: string[] = [];
  const create = async (name: string, template: string): Promise<string> => {
    // The default strategy writes each page into the log, too: twice the time for a template this small.
    await query(`create database ${name} template ${template} strategy file_copy`);
    created.push(name);
    return url(name);
  };
  const nextName = (): string => `test_${randomBytes(8).toString('hex')}`;
  return {
    createDatabase: (name = nextName()) => create(name, 'template1'),
    createMigratedDatabase: () => create(nextName(), migrated),
    stop: () => query(...created.splice(0).map((name) => `drop database if exists ${name} with (force)`)),
  };
}

/** Owner and modes stay, which PostgreSQL looks at; Windows has neither. */
async function copyCluster(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await run('cp', ['-a', from, to]);
}

/** Linux knows it without a program, which not every installation has. */
async function listChildren(pid: number): Promise<number[]> {
  if (process.platform === 'linux') {
    const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.trim().split(' ').filter(Boolean).map(Number);
  }
  const { stdout } = await run('ps', ['-A', '-o', 'ppid=', '-o', 'pid=']);
  return stdout.split('\n').flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/).map(Number);
    return parent === pid && child !== undefined ? [child] : [];
  });
}

/** A process that ended but was not yet waited for counts as ended. */
async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    return stat !== null && !/\) Z/.test(stat);
  }
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /^[^Z]/.test(stdout.trim());
}

/** Whether `startPostgres` would find a server. */
export const hasPostgres = (): boolean => findPostgres() !== null;

/** PostgreSQL and PgBouncer refuse to run as root: another user of the machine lends its name. */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ids = (name: string): { uid: number; gid: number } => ({
    uid: Number(execFileSync('id', ['-u', name])),
    gid: Number(execFileSync('id', ['-g', name])),
  });
  try {
    return ids('postgres');
  } catch {
    return ids('nobody');
  }
}
