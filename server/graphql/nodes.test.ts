import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { addCode, tokenFor } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { type GraphqlServer, registerSomebody, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { type TemporaryPostgres, hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import { type RawSocket, openSocket } from '#tests/helpers/raw-socket.ts';

describe.runIf(hasPostgres())('several nodes on one PostgreSQL', () => {
  let postgres: TemporaryPostgres | null = null;
  let databaseUrl = '';
  let node: GraphqlServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    databaseUrl = (await postgres?.createDatabase()) ?? '';
    node = await startGraphqlServer({ database: { databaseUrl } });
    await addCode(node.backend, 'PLACES', 10);
  }, 60_000);
  afterAll(async () => {
    await node.stop();
    await postgres?.stop();
  }, 60_000);

  /** A visitor who registered and looks at the "verify your email" screen of this node. */
  async function watch(email: string): Promise<RawSocket> {
    const { cookie } = await registerSomebody(node, email);
    const socket = await openSocket(node.socketUrl, { headers: { cookie } });
    socket.say({ type: 'connection_init' });
    await socket.hear();
    const extensions = { persistedQuery: { sha256Hash: persistedIds['registrationStatus'] } };
    socket.say({ id: '1', type: 'subscribe', payload: { query: '', extensions } });
    expect(await socket.hear()).toMatchObject({ payload: { data: { registrationStatus: { state: 'FINISHED' } } } });
    return socket;
  }

  const listening = async (): Promise<readonly { pid: number }[]> => {
    const { rows } = await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where application_name = 'vitrine announcements' and query like 'listen%'`.execute(
      node.backend.ports.database.db,
    );
    return rows;
  };

  const activateElsewhere = async (email: string): Promise<string> => {
    const token = await tokenFor(node.backend, email);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['tests/helpers/activate-elsewhere.ts', databaseUrl, SECRET, token]);
    return stdout.trim();
  };

  test('an activation in one process moves the screen that another one serves', async () => {
    const socket = await watch('one@example.com');
    await expect.poll(listening).toHaveLength(1);
    expect(await activateElsewhere('one@example.com')).toBe('active');
    expect(await socket.hear()).toMatchObject({ payload: { data: { registrationStatus: { state: 'ACTIVATED' } } } });
    expect(await socket.hear()).toEqual({ id: '1', type: 'complete' });
    socket.close();
  }, 60_000);

  test('an activation that happens while the connection to the database is broken is not missed', async () => {
    const socket = await watch('two@example.com');
    await expect.poll(listening).toHaveLength(1);
    const { db } = node.backend.ports.database;
    // Unheard by anybody: the listener is gone when the announcement is made.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrine announcements'`.execute(
      db,
    );
    await db.updateTable('members').set({ state: 'active' }).where('email', '=', 'two@example.com').execute();
    expect(await socket.hear()).toMatchObject({ payload: { data: { registrationStatus: { state: 'ACTIVATED' } } } });
    socket.close();
  }, 60_000);
});
