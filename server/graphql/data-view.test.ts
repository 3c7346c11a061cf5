import { describe, expect, test } from 'vitest';
import type { DataView } from '#engine/shared/data-view.ts';
import type { StaffGroup } from '#server/staff/permissions.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { openSocket, type RawSocket } from '#tests/helpers/raw-socket.ts';

const mails = { query: 'mails', locale: 'de', path: '/admin/mails', search: 'state=kept' };
const VIEW =
  'query ($query: ID!, $locale: Locale!, $path: String!, $search: String!) {\
  dataView(query: $query, locale: $locale, path: $path, search: $search) }';
const MOVED = VIEW.replace('query', 'subscription').replace('dataView(', 'dataViewMoved(');

describe('what an admin page shows, asked for by itself', () => {
  const { location } = bench('sqlite');

  async function serve() {
    const server = await startGraphqlServer({ open: true, database: await location() });
    const { staff, members, ports } = server.backend;
    const signIn = async (group: StaffGroup) => {
      const made = await staff.createAdmin({ email: `${group}@example.com`, name: group, password: PASSWORD, group });
      const subject = made.outcome === 'created' ? made.admin.id : '';
      return (await staff.issueAccessToken({ role: 'admin', subject, replaces: null })).token;
    };
    const ask = async (token: string, variables: object = mails, headers: Readonly<Record<string, string>> = {}) => {
      const { body } = await server.send({ query: VIEW, variables }, { cookie: `admin=${token}`, ...headers });
      return body.errors?.[0]?.extensions?.code ?? body.data?.['dataView'];
    };
    const watch = async (token: string, variables: object = mails): Promise<RawSocket> => {
      const socket = await openSocket(server.socketUrl, { headers: { cookie: `admin=${token}` } });
      socket.say({ type: 'connection_init' });
      await socket.hear();
      socket.say({ id: '1', type: 'subscribe', payload: { query: MOVED, variables } });
      return socket;
    };
    const writeMail = (name: string) =>
      members.applyForMembership({
        form: { email: `${name}@example.com`, country: 'FR' },
        locale: 'fr',
        network: '192.0.2.1',
      });
    const seenAt = () => ports.database.db.selectFrom('access_tokens').select('seen_at').executeTakeFirst();
    return { server, signIn, ask, watch, writeMail, seenAt };
  }

  test('it is what the page shows at that address, in its words, with forms of this session', async () => {
    const { server, signIn, ask, writeMail } = await serve();
    await writeMail('anna');
    const token = await signIn('support');
    const view = (await ask(token)) as DataView;
    const [section] = view.sections;
    expect([view.moves, section?.kind === 'table' && section.table.rows.map(({ cells }) => cells[1]?.text)]).toEqual([
      true,
      ['a…@example.com'],
    ]);
    expect(section?.kind === 'table' && section.table.views?.find(({ current }) => current)?.href).toBe(
      '/de/admin/mails?state=kept',
    );
    await server.stop();
  });

  test('A view needs the permissions of its page, and no API token gives access to it', async () => {
    const { server, signIn, ask, watch } = await serve();
    const [support, author] = [await signIn('support'), await signIn('author')];
    expect(await ask('')).toBe('UNAUTHENTICATED');
    expect(await ask(author)).toBeNull();
    expect(await ask('', mails, { authorization: `Bearer ${support}` })).toBeNull();
    for (const wrong of [{ path: '/admin/nowhere' }, { query: 'constructor' }, { query: 'sign-in' }])
      expect(await ask(support, { ...mails, ...wrong })).toBeNull();
    expect(await ask(support, { ...mails, search: 'q='.padEnd(2_001, 'x') })).toBe('LIMIT_EXCEEDED');
    for (const [token, variables, code] of [
      ['', mails, 'UNAUTHENTICATED'],
      [author, mails, 'FORBIDDEN'],
      [support, { ...mails, query: 'audit' }, 'BAD_REQUEST'],
    ] as const) {
      const socket = await watch(token, variables);
      const heard = JSON.stringify(await socket.hear());
      expect(heard).toContain(code);
      socket.close();
    }
    await server.stop();
  });

  test('a list that moves says so once for each change, and ends with the session', async () => {
    const { server, signIn, watch, writeMail } = await serve();
    const token = await signIn('support');
    const socket = await watch(token);
    const first = await socket.hear();
    await writeMail('anna');
    const second = await socket.hear();
    expect([first, second]).toEqual([
      expect.objectContaining({ type: 'next' }),
      expect.objectContaining({ type: 'next' }),
    ]);
    expect(second).not.toEqual(first);
    await server.backend.staff.revokeAccessToken(token);
    expect(await socket.hear()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    socket.close();
    await server.stop();
  });

  test('a page that asks by itself keeps no session alive', async () => {
    const { server, signIn, ask, seenAt } = await serve();
    const token = await signIn('support');
    const past = new Date(Date.now() - 600_000).toISOString();
    await server.backend.ports.database.db.updateTable('access_tokens').set({ seen_at: past }).execute();
    expect(await ask(token, mails, { 'x-unattended': '1' })).toMatchObject({ sections: [{}] });
    expect(await seenAt()).toEqual({ seen_at: past });
    expect(await ask(token)).toMatchObject({ sections: [{}] });
    expect(await seenAt()).not.toEqual({ seen_at: past });
    await server.stop();
  });
});
