import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCode } from '#tests/helpers/add-code.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { openSocket } from '#tests/helpers/raw-socket.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlServer();
  await addCode(server.backend, 'PLACES', 3);
  for (const name of ['anna', 'bea', 'clara'])
    await server.backend.ports.database.db
      .insertInto('waiting_list')
      .values({
        id: name,
        email: `${name}@example.com`,
        email_canonical: `${name}@example.com`,
        country: null,
        locale: 'fr',
        state: 'joined',
        joined_at: '2026-11-01T10:00:00.000Z',
        invited_at: null,
        invitation_code: null,
      })
      .execute();
});
afterAll(() => server.stop());

async function tokenFor(more: object = {}) {
  const made = await server.backend.staff.createApiToken({
    name: 'crm',
    scopes: ['invitations'],
    holder: null,
    days: 1,
    ...more,
  });
  if (made.outcome !== 'created') throw new Error(`Expected a token, not ${made.outcome}.`);
  return made;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('the example of the documentation works, once however often it is sent, and is in the audit log', async () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const body = /--data '(\{"query": "mutation[^]*?\})'\n/.exec(page)?.[1] ?? '';
  const { id, token } = await tokenFor();
  const answers = [];
  for (let time = 0; time < 2; time += 1) answers.push((await server.send(JSON.parse(body), bearer(token))).body);
  expect(answers[0]).toEqual({ data: { releaseInvitations: { code: 'RELEASED', released: 2, waiting: 1 } } });
  expect(answers[1]).toEqual(answers[0]);
  const [entry] = await server.backend.staff.readAudit(1);
  expect(entry).toMatchObject({
    actor: `program:${id}`,
    action: 'waiting-list.release',
    network: '127.0.0.0/24',
    before: { waiting: 3 },
    after: { waiting: 1 },
  });
});

test('An inviter reads the own places and codes only', async () => {
  const holder = await server.backend.members.findInviter({ code: 'places' });
  const own = await tokenFor({ holder, scopes: [] });
  const query = '{ ownBalance { issued free pending active codes { label state expiresAt } } }';
  expect((await server.send({ query }, bearer(own.token))).body).toEqual({
    data: {
      ownBalance: {
        issued: 3,
        free: 3,
        pending: 0,
        active: 0,
        codes: [{ label: 'PLACES', state: 'OPEN', expiresAt: null }],
      },
    },
  });
  const stranger = await tokenFor({ holder: 'nobody', scopes: [] });
  expect((await server.send({ query }, bearer(stranger.token))).body).toEqual({ data: { ownBalance: null } });
});

test('A token gives no access beyond its scope, by a cookie, after revocation or expiry, or to an unknown document', async () => {
  const { backend } = server;
  const { id, token } = await tokenFor({ scopes: ['links'] });
  const query = 'mutation { releaseInvitations(count: 1, idempotencyKey: "1234567890123456789012") { code } }';
  const readCode = async (headers: Readonly<Record<string, string>>) =>
    (await server.send({ query }, headers)).body.errors?.[0]?.extensions?.code;
  expect(await readCode(bearer(token))).toBe('FORBIDDEN');
  expect(await readCode({ cookie: `admin=${token}` })).toBe('PERSISTED_DOCUMENTS_ONLY');
  expect(await readCode({ ...bearer(token), origin: 'https://evil.example' })).toBe('FORBIDDEN');
  expect((await backend.staff.listApiTokens()).find((each) => each.id === id)).toMatchObject({
    name: 'crm',
    scopes: ['links'],
    seenAt: expect.any(String),
  });
  expect(await backend.staff.findAccessGrant(token)).toBeNull();
  expect(await backend.staff.revokeApiToken(id)).toBe(true);
  expect(await backend.staff.revokeApiToken(id)).toBe(false);
  expect(await readCode(bearer(token))).toBe('UNAUTHENTICATED');
  const over = await tokenFor();
  await backend.ports.database.db
    .updateTable('program_tokens')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', over.id)
    .execute();
  expect(await readCode(bearer(over.token))).toBe('UNAUTHENTICATED');
  const stored = JSON.stringify(await backend.ports.database.db.selectFrom('program_tokens').selectAll().execute());
  expect(stored).not.toContain(over.token);
});

test('An API client subscribes by a document of its own, which is executed for this client only', async () => {
  const { token } = await tokenFor();
  const query = 'subscription { waitingList { total } }';
  const answerTo = async (payload: object) => {
    const socket = await openSocket(server.socketUrl);
    socket.say({ type: 'connection_init', payload });
    await socket.hear();
    socket.say({ id: '1', type: 'subscribe', payload: { query } });
    const answer = await socket.hear();
    socket.close();
    return answer;
  };
  expect(await answerTo({ Authorization: `Bearer ${token}` })).toMatchObject({
    payload: { data: { waitingList: { total: expect.any(Number) } } },
  });
  expect(await answerTo({})).toMatchObject({ payload: [{ extensions: { code: 'PERSISTED_DOCUMENTS_ONLY' } }] });
});

test.each([
  [{ name: '' }, 'invalid-name'],
  [{ days: 0 }, 'invalid-days'],
  [{ days: 367 }, 'invalid-days'],
  [{ scopes: [] }, 'no-scope'],
])('no token is made of %j', async (more, outcome) => {
  await expect(tokenFor(more)).rejects.toThrow(outcome);
});
