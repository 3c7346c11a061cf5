import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPgBouncer } from '#tests/setup/programs.ts';
import { unprivilegedUser } from './postgres.ts';
import { freePort } from './server.ts';

export interface PgBouncer {
  /** The URL of a database with PgBouncer in between. */
  url(direct: string): string;
  /** Runs a command at its console, such as `RECONNECT`. */
  command(command: string): Promise<void>;
  /** Ends it at once, cutting every connection, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Puts a PgBouncer of its own before a PostgreSQL server, in transaction mode, with the settings of docs/operations.md and its own
 * defaults otherwise.
 *
 * @param direct URL of any database of the server
 */
export async function startPgBouncer(direct: string): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (program === null) throw new Error('This machine has no PgBouncer. Install it: apt-get install pgbouncer');
  const { searchParams, username } = new URL(direct);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pgbouncer-'));
  const port = await freePort();
  const config = `[databases]
* = host=${searchParams.get('host')} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
admin_users = ${username}
pool_mode = transaction
max_client_conn = 1000
server_login_retry = 1
`;
  await writeFile(join(folder, 'users'), `"${username}" ""\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), config);
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const url = (database: string): string => `postgresql://${username}@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { ...user, cwd: folder, stdio: 'ignore' });
    await answers(started, url('pgbouncer'));
    return started;
  };
  const end = async (running: ChildProcess): Promise<void> => {
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };
  let child = await start();
  return {
    url: (given) => url(new URL(given).pathname.slice(1)),
    async command(command) {
      const client = new pg.Client({ connectionString: url('pgbouncer') });
      await client.connect();
      // The console knows simple queries alone.
      await client.query(command).finally(() => client.end());
    },
    async restart() {
      await end(child);
      child = await start();
    },
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(child: ChildProcess, console: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}.`);
    const client = new pg.Client({ connectionString: console });
    client.on('error', () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return;
    await sleep(50);
  }
}
