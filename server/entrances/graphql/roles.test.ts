import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Role, roles } from '#server/staff/roles.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';

let server: GraphqlServer;
const tokens: Partial<Record<Role, string>> = {};

beforeAll(async () => {
  server = await startGraphqlServer({ open: true });
  const { backend } = server;
  const created = await backend.staff.createAdmin({
    email: 'admin@example.com',
    name: 'Ada',
    password: 'a long password',
  });
  const admin = created.outcome === 'created' ? created.admin.id : '';
  for (const role of ['member', 'inviter', 'admin'] as const) {
    const subject = role === 'admin' ? admin : `id-of-${role}`;
    tokens[role] = (await backend.staff.issueAccessToken({ role, subject })).token;
  }
  const helper = { email: 'support@example.com', name: 'Bea', password: 'a long password', group: 'support' } as const;
  const made = await backend.staff.createAdmin(helper);
  const subject = made.outcome === 'created' ? made.admin.id : '';
  tokens.staff = (await backend.staff.issueAccessToken({ role: 'admin', subject })).token;
  const program = await backend.staff.createProgramToken({
    name: 'crm',
    scopes: ['invitations'],
    inviter: null,
    days: 1,
  });
  tokens.program = program.outcome === 'created' ? program.token : '';
});
afterAll(() => server.stop());

/** Who may call which operations: the helper of the staff is of the group `support`, the program has one scope. */
const callers = {
  everybody: roles,
  links: ['staff', 'admin'],
  invitations: ['staff', 'admin', 'program'],
  inviters: ['inviter'],
  staff: ['staff', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** One call of every operation of the schema, by who may call it. Signing out comes last: it ends the session. */
const calls: Readonly<Record<keyof typeof callers, Readonly<Record<string, string>>>> = {
  everybody: {
    registrationCodeDetails: '{ registrationCodeDetails(registrationCode: "X") { errors } }',
    countryDetails: '{ countryDetails { country } }',
    register: 'mutation { register(input: {}, locale: en) { code } }',
    changeEmail: 'mutation { changeEmail(email: "x@example.com") { code } }',
    resendActivation: 'mutation { resendActivation { code } }',
    activate: 'mutation { activate(token: "x") { code } }',
    joinWaitingList: 'mutation { joinWaitingList(token: "x", locale: en) { code } }',
    applyForMembership: 'mutation { applyForMembership(email: "x", locale: en) { code } }',
    setPreferences: 'mutation { setPreferences(token: "x", preferences: []) { code } }',
    signIn: 'mutation { signIn(email: "x", password: "x") { code } }',
  },
  links: {
    generateRegistrationLink:
      'mutation { generateRegistrationLink(registrationCode: "X", idempotencyKey: "1234567890123456789012") { code } }',
  },
  invitations: {
    releaseInvitations:
      'mutation { releaseInvitations(count: 1, idempotencyKey: "1234567890123456789012") { code released } }',
  },
  inviters: { ownBalance: '{ ownBalance { free } }' },
  staff: { signOut: 'mutation { signOut { code } }' },
};

async function callAs(role: Role, query: string) {
  const token = tokens[role];
  const { body } = await server.send({ query }, token === undefined ? {} : { authorization: `Bearer ${token}` });
  return body;
}

const all = (Object.keys(callers) as (keyof typeof callers)[]).flatMap((group) =>
  Object.entries(calls[group]).flatMap(([operation, query]) =>
    roles.map((role) => ({ operation, query, role, isAllowed: (callers[group] as readonly Role[]).includes(role) })),
  ),
);
const may = ({ isAllowed }: { readonly isAllowed: boolean }): boolean => isAllowed;

test('every query and mutation of the schema is called here', () => {
  const schema = buildSchema(readFileSync('schemas/generated/graphql/schema.graphql', 'utf8'));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(Object.values(calls).flatMap(Object.keys).toSorted()).toEqual(fields.toSorted());
});

test.each(all.filter((entry) => !may(entry)))('$operation is refused to the role "$role"', async ({ query, role }) => {
  const code = role === 'visitor' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  expect(await callAs(role, query)).toMatchObject({ errors: [{ extensions: { code } }] });
});

test.each(all.filter(may))('$operation is answered for the role "$role"', async ({ operation, query, role }) => {
  const { data, errors } = await callAs(role, query);
  expect([errors, Object.keys(data ?? {})]).toEqual([undefined, [operation]]);
});

test('a signed-out token is refused from then on', async () => {
  const answer = await server.send(
    { query: '{ countryDetails { country } }' },
    { authorization: `Bearer ${tokens.admin}` },
  );
  expect(answer).toMatchObject({ status: 401, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
});

test.each(['Bearer', 'Bearer forged', 'Basic YTpi', `Bearer ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(5_000)}`])(
  'the header "%.20s" proves nothing and is refused',
  async (authorization) => {
    expect((await server.send({ query: '{ __typename }' }, { authorization })).status).toBe(401);
  },
);

test('a forged cookie makes nobody an admin', async () => {
  const answer = await server.send(
    { query: calls.links['generateRegistrationLink'] },
    { cookie: `admin=${'x'.repeat(43)}` },
  );
  expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
});
