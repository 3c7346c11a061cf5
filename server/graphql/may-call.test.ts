import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allScopes, staffGroups } from '#server/staff/permissions.ts';
import type { NewApiToken } from '#server/staff/api-tokens.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';

let server: GraphqlServer;
/** Everybody there is: roles of people, groups of the staff, and a program with one scope. */
const callersOfTest = ['visitor', 'member', 'holder', ...staffGroups, 'program'] as const;
type CallerOfTest = (typeof callersOfTest)[number];
const tokens: Partial<Record<CallerOfTest, string>> = {};

beforeAll(async () => {
  server = await startGraphqlServer({ open: true });
  const { backend } = server;
  const member = { role: 'member', subject: 'id-of-member', replaces: null } as const;
  tokens.member = (await backend.staff.issueAccessToken(member)).token;
  for (const group of staffGroups) {
    const admin = { email: `${group}@example.com`, name: group, password: PASSWORD, group };
    const made = await backend.staff.createAdmin(admin);
    const subject = made.outcome === 'created' ? made.admin.id : '';
    tokens[group] = (await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null })).token;
  }
  const tokenFor = async (whose: Pick<NewApiToken, 'scopes' | 'holder'>): Promise<string> => {
    const made = await backend.staff.createApiToken({ name: 'crm', days: 1, ...whose });
    return made.outcome === 'created' ? made.token : '';
  };
  tokens.program = await tokenFor({ scopes: ['invitations'], holder: null });
  tokens.holder = await tokenFor({ scopes: [], holder: 'id-of-holder' });
});
afterAll(() => server.stop());

/** Who may call what, beside the permissions of the pages: the program has the scope `invitations`. */
const callers = {
  everybody: callersOfTest,
  links: ['admin', 'publisher', 'support'],
  invitations: ['admin', 'support', 'program'],
  people: ['admin', 'support'],
  mails: ['admin', 'support'],
  audit: ['admin'],
  results: ['admin', 'publisher', 'analyst'],
  author: ['admin', 'publisher', 'author', 'analyst'],
  publish: ['admin', 'publisher'],
  holders: ['holder'],
  staff: staffGroups,
} as const satisfies Readonly<Record<string, readonly CallerOfTest[]>>;

const asked = Object.keys(callers).filter((name) => !['everybody', 'holders', 'staff'].includes(name));

test('a program can be given what operations ask for, and nothing that would open none', () => {
  expect([...allScopes].toSorted()).toEqual(asked.toSorted());
});

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
    submitForm: 'mutation { submitForm(input: { form: "x", answers: [] }, locale: en) { code } }',
    signIn: 'mutation { signIn(email: "x", password: "x") { code } }',
  },
  links: {
    generateRegistrationLink:
      'mutation { generateRegistrationLink(registrationCode: "X", idempotencyKey: "1234567890123456789012") { code } }',
    withdrawLink: 'mutation { withdrawLink(code: "X") { code } }',
    registrationLinks: '{ registrationLinks { total links { url } } }',
  },
  invitations: {
    releaseInvitations:
      'mutation { releaseInvitations(count: 1, idempotencyKey: "1234567890123456789012") { code released } }',
    registrationCodes: '{ registrationCodes { total codes { label state } } }',
    waitingList: '{ waitingList { total longest entries { email } } }',
    membershipInterest: '{ membershipInterest { total applicants { email } } }',
    createRegistrationCode:
      'mutation { createRegistrationCode(input: { places: 0 }, idempotencyKey: "1234567890123456789012") { code most } }',
    blockRegistrationCode: 'mutation { blockRegistrationCode(code: "X") { code } }',
    changeBalance: 'mutation { changeBalance(code: "X", places: 1, reason: "x") { code } }',
    acceptInterest: 'mutation { acceptInterest(id: "x") { code } }',
    declineInterest: 'mutation { declineInterest(id: "x") { code } }',
  },
  people: {
    findPeople: 'mutation { findPeople(search: "x@example.com") { code people { email } } }',
    openPerson: 'mutation { openPerson(person: "x@example.com") { code person { email } } }',
    resendActivationTo: 'mutation { resendActivationTo(person: "x@example.com") { code } }',
    correctAddress: 'mutation { correctAddress(person: "x@example.com", newEmail: "y@example.com") { code } }',
    exportPerson: 'mutation { exportPerson(person: "x@example.com") { code json } }',
    erasePerson: 'mutation { erasePerson(person: "x@example.com", password: "wrong") { code rows } }',
  },
  mails: {
    mails: '{ mails { total mails { recipient } } }',
    reviveMail: 'mutation { reviveMail(id: "x") { code } }',
    reviveMails: 'mutation { reviveMails(ids: ["x"]) { code } }',
  },
  audit: { auditLog: '{ auditLog { total entries { action } } }' },
  results: { results: '{ results { total experiments { key verdict arms { visitors } } } }' },
  author: {
    contentDraft: '{ contentDraft(draft: "none") { seen } }',
    contentDrafts: '{ contentDrafts { total drafts { id name } } }',
    publications: '{ publications { total publications { revision state } } }',
    submitDraft: 'mutation { submitDraft(draft: "x", note: "x") { code } }',
  },
  publish: {
    stopExperiment: 'mutation { stopExperiment(experiment: "x") { code } }',
    startExperiment: 'mutation { startExperiment(experiment: "x") { code } }',
    publishDraft: 'mutation { publishDraft(draft: "x", note: "x") { code } }',
    restorePublication: 'mutation { restorePublication(revision: 1, note: "x") { code } }',
    withdrawPublication: 'mutation { withdrawPublication(revision: 1) { code } }',
    declineDraft: 'mutation { declineDraft(draft: "x", reason: "x") { code } }',
  },
  holders: { ownBalance: '{ ownBalance { free } }' },
  staff: {
    dataView: '{ dataView(query: "mails", locale: en, path: "/admin/mails") }',
    signOut: 'mutation { signOut { code } }',
  },
};

async function callAs(caller: CallerOfTest, query: string) {
  const token = tokens[caller];
  const { body } = await server.send({ query }, token === undefined ? {} : { authorization: `Bearer ${token}` });
  return body;
}

const operations = (Object.keys(callers) as (keyof typeof callers)[]).flatMap((group) =>
  Object.entries(calls[group]).map(([operation, query]) => ({
    operation,
    query,
    allowed: callers[group] as readonly CallerOfTest[],
  })),
);

test('every query and mutation of the schema is called here', () => {
  const schema = buildSchema(readFileSync('schemas/generated/graphql/schema.graphql', 'utf8'));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(Object.values(calls).flatMap(Object.keys).toSorted()).toEqual(fields.toSorted());
});

test.each(operations)('$operation is executed for permitted callers and refused to others', async (each) => {
  const { operation, query, allowed } = each;
  for (const caller of callersOfTest) {
    const { data, errors } = await callAs(caller, query);
    const refused = caller === 'visitor' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    const answered = Object.entries(data ?? {}).filter(([, value]) => errors === undefined || value !== null);
    const expected = allowed.includes(caller) ? [caller, undefined, [operation]] : [caller, refused, []];
    expect([caller, errors?.[0]?.extensions?.code, answered.map(([name]) => name)]).toEqual(expected);
  }
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

test('A forged cookie gives no access to the admin area', async () => {
  const answer = await server.send(
    { query: calls.links['generateRegistrationLink'] },
    { cookie: `admin=${'x'.repeat(43)}` },
  );
  expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
});
