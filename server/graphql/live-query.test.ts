import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { TimeoutError } from '#server/platform/with-timeout.ts';
import { type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { bench, type Engine, engines } from '#tests/helpers/backend.ts';
import { startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { openSocket, type RawSocket } from '#tests/helpers/raw-socket.ts';

/** Every list that moves, with who may watch it. */
const lists: Readonly<Record<string, { readonly query: string; readonly allowed: readonly StaffGroup[] }>> = {
  waitingList: { query: '{ waitingList { total entries { email } } }', allowed: ['admin', 'support'] },
  membershipInterest: { query: '{ membershipInterest { total applicants { email } } }', allowed: ['admin', 'support'] },
  results: { query: '{ results { total experiments { key } } }', allowed: ['admin', 'publisher', 'analyst'] },
  publications: {
    query: '{ publications { total publications { revision } } }',
    allowed: ['admin', 'publisher', 'author', 'analyst'],
  },
  mails: { query: '{ mails(state: KEPT) { total mails { recipient } } }', allowed: ['admin', 'support'] },
};

/** Servers of one describe, and what is done with them. */
function servers(engine: Engine) {
  const { location, start } = bench(engine);

  async function serve() {
    const place = await location();
    const server = await startGraphqlServer({ open: true, database: place });
    const { staff, ports } = server.backend;
    const signIn = async (group: StaffGroup) => {
      const email = `${group}@example.com`;
      const made = await staff.createAdmin({ email, name: group, password: PASSWORD, group });
      const subject = made.outcome === 'created' ? made.admin.id : '';
      return { email, ...(await staff.issueAccessToken({ role: 'admin', subject, replaces: null })) };
    };
    const watch = async (token: string, list = 'waitingList'): Promise<RawSocket> => {
      const socket = await openSocket(server.socketUrl);
      socket.say({ type: 'connection_init', payload: token === '' ? {} : { Authorization: `Bearer ${token}` } });
      expect(await socket.hear()).toEqual({ type: 'connection_ack' });
      socket.say({ id: '1', type: 'subscribe', payload: { query: `subscription ${lists[list]?.query}` } });
      return socket;
    };
    const join = async (members: typeof server.backend.members, name: string) => {
      const token = await members.makeToken('lobby', `${name}@example.com`, 3_600);
      return members.joinWaitingList({ form: { token }, locale: 'fr', network: '192.0.2.1' });
    };
    const tokens = () => ports.database.db.updateTable('access_tokens');
    return { server, place, signIn, watch, join, tokens };
  }

  return { serve, start };
}

const message = (data: object) => ({ id: '1', type: 'next', payload: { data } });
/** Before the first answer, and after it. */
const refused = (code: string) => ({ payload: { errors: [{ extensions: { code } }] } });
const ended = { type: 'error', payload: [{ extensions: { code: 'UNAUTHENTICATED' } }] };

describe('lists that move', () => {
  const { serve } = servers('sqlite');

  test('Each is sent to permitted users, and refused to others', async () => {
    const { server, signIn, watch } = await serve();
    const schema = buildSchema(readFileSync('schemas/generated/graphql/schema.graphql', 'utf8'));
    const known = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
    expect(known.toSorted()).toEqual([...Object.keys(lists), 'dataViewMoved', 'registrationStatus'].toSorted());
    const signedIn = await Promise.all(staffGroups.map(async (group) => ({ group, ...(await signIn(group)) })));
    for (const [name, { allowed }] of Object.entries(lists)) {
      for (const { group, token } of signedIn) {
        const socket = await watch(token, name);
        const expected = allowed.includes(group)
          ? { payload: { data: { [name]: { total: 0 } } } }
          : refused('FORBIDDEN');
        expect([name, group, await socket.hear()]).toMatchObject([name, group, expected]);
        socket.close();
      }
      const nobody = await watch('', name);
      expect(await nobody.hear()).toMatchObject(refused('UNAUTHENTICATED'));
      nobody.close();
    }
    await server.stop();
  });

  test('an outage of the database ends none: it moves again once the database is back', async () => {
    const { server, signIn, watch, join } = await serve();
    const { token } = await signIn('support');
    const socket = await watch(token);
    expect(await socket.hear()).toMatchObject({ type: 'next' });
    const ping = vi.spyOn(server.backend.ports.database.databaseHealth, 'ping');
    ping.mockRejectedValueOnce(new TimeoutError('The database', 200));
    await join(server.backend.members, 'anna');
    expect(await socket.hear()).toMatchObject({ payload: { data: { waitingList: { total: 1 } } } });
    expect(ping.mock.settledResults[0]?.type).toBe('rejected');
    ping.mockRestore();
    socket.close();
    await server.stop();
  });

  test('one that is opened during an outage is answered as a service that is out', async () => {
    const { server, signIn, watch } = await serve();
    const { token } = await signIn('support');
    const feel = vi.spyOn(server.backend.ports.database.databaseHealth, 'ping');
    const socket = await watch(token);
    expect(await socket.hear()).toMatchObject({ type: 'next' });
    feel.mockRejectedValue(new TimeoutError('The database', 200));
    socket.say({ id: '2', type: 'subscribe', payload: { query: `subscription ${lists['mails']?.query}` } });
    const out = { id: '2', type: 'error', payload: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] };
    expect(await socket.hear()).toMatchObject(out);
    feel.mockRestore();
    socket.close();
    await server.stop();
  });

  test('watching keeps no session alive: one that rests for half an hour ends, though its page lies open', async () => {
    const { server, signIn, watch, join, tokens } = await serve();
    const { token } = await signIn('support');
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const quiet = minutesAgo(29);
    await tokens().set({ seen_at: quiet }).execute();
    const socket = await watch(token);
    expect(await socket.hear()).toMatchObject({ type: 'next' });
    const row = await server.backend.ports.database.db.selectFrom('access_tokens').select('seen_at').executeTakeFirst();
    expect(row?.seen_at).toBe(quiet);
    await tokens()
      .set({ seen_at: minutesAgo(31) })
      .execute();
    await join(server.backend.members, 'anna');
    expect(await socket.hear()).toMatchObject(ended);
    socket.close();
    await server.stop();
  });
});

describe.each(engines)('lists that move, on %s', (engine) => {
  const { serve, start } = servers(engine);

  test('the waiting list moves when a person joins on another node, and with a release; mails move as they leave', async () => {
    const { server, place, signIn, watch, join } = await serve();
    const { token } = await signIn('support');
    // The embedded database belongs to one process.
    const other = engine === 'postgres' ? await start(place) : server.backend;
    const [socket, mails] = [await watch(token), await watch(token, 'mails')];
    expect(await socket.hear()).toEqual(message({ waitingList: { total: 0, entries: [] } }));
    expect(await mails.hear()).toEqual(message({ mails: { total: 0, mails: [] } }));
    await join(other.members, 'anna');
    expect(await socket.hear()).toEqual(message({ waitingList: { total: 1, entries: [{ email: 'a…@example.com' }] } }));
    expect(await mails.hear()).toEqual(message({ mails: { total: 1, mails: [{ recipient: 'a…@example.com' }] } }));
    await other.members.releaseInvitations({ count: 1, actor: 'x', idempotencyKey: 'k' });
    expect(await socket.hear()).toEqual(message({ waitingList: { total: 0, entries: [] } }));
    for (const each of [socket, mails]) each.close();
    await server.stop();
  });

  test('a subscription ends with the session, the account or the token that it was opened with', async () => {
    const { server, signIn, watch } = await serve();
    const { staff } = server.backend;
    const [out, gone] = [await signIn('admin'), await signIn('support')];
    const made = await staff.createApiToken({ name: 'crm', scopes: ['invitations'], holder: null, days: 1 });
    const program = made.outcome === 'created' ? made : { id: '', token: '' };
    const sockets = await Promise.all([out, gone, program].map(({ token }) => watch(token)));
    for (const socket of sockets) expect(await socket.hear()).toMatchObject({ type: 'next' });
    await staff.revokeAccessToken(out.token);
    await staff.changeAdmin({ email: gone.email, change: 'disable' });
    await staff.revokeApiToken(program.id);
    for (const socket of sockets) {
      expect(await socket.hear()).toMatchObject(ended);
      socket.close();
    }
    await server.stop();
  });
});
