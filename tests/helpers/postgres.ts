import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '#tests/setup/programs.ts';

const run = promisify(execFile);

export interface TemporaryPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL cluster of its own in a temporary folder, reachable through a socket in it and through nothing else, with
 * fsync as in production. `null` when this machine has no PostgreSQL server.
 */
export async function startPostgres(): Promise<TemporaryPostgres | null> {
  const bin = findPostgres();
  if (bin === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pg-'));
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'],
    options,
  );
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=on -c max_connections=60`;
  await run(join(bin, 'pg_ctl'), ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start'], options);

  const url = (database: string): string =>
    `postgresql://vitrine@localhost/${database}?host=${encodeURIComponent(folder)}`;
  let created = 0;
  return {
    async createDatabase() {
      created += 1;
      const name = `test_${created}`;
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return url(name);
    },
    async stop() {
      await run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], options);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether `startPostgres` would find a server. */
export const hasPostgres = (): boolean => findPostgres() !== null;

/** PostgreSQL refuses to run as root: another user of the machine lends its name. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
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
