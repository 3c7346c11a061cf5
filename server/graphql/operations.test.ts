import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { addCode, balance, testSite, tokenFor } from '#tests/helpers/backend.ts';
import { type Answer, findCookie, type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { TimeoutError } from '#server/platform/with-timeout.ts';
import { readSession } from '#server/site/sessions/session.ts';

let server: GraphqlServer;
const log: string[] = [];
beforeAll(async () => {
  server = await startGraphqlServer({ onLog: (line) => log.push(line) });
  await addCode(server.backend, 'PLACES', 50);
  await addCode(server.backend, 'NOBODY', 0);
});
afterAll(() => server.stop());

const call = (operation: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  server.send(
    { variables, extensions: { persistedQuery: { version: 1, sha256Hash: persistedIds[operation] } } },
    headers,
  );

const form = (email: string, more: object = {}): object => ({
  input: {
    gender: 'woman',
    firstName: 'Marie',
    lastName: 'Blanc',
    email,
    country: 'FR',
    newsletter: true,
    terms: true,
    code: 'PLACES',
    ...more,
  },
  locale: 'fr',
});

const outcome = (answer: Answer, operation: string): unknown => answer.body.data?.[operation];

describe('registering', () => {
  test('opens the session that pages read, and records the words of the document', async () => {
    const answer = await call('register', { ...form('session@example.com'), document: 'landings/spring' });
    expect(outcome(answer, 'register')).toMatchObject({ code: 'REGISTERED', email: 'session@example.com' });
    const cookies = readCookies(findCookie(answer, 'session'));
    expect(readSession(server.backend.ports, cookies, false).registration?.email).toBe('session@example.com');
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
    const consent = await server.backend.ports.database.db.selectFrom('newsletter_consents').selectAll().execute();
    expect(consent.at(-1)?.text).toBe('Newsletter of landings/spring');
  });

  test('says what is wrong with each field by its translation key', async () => {
    const answer = await call('register', form('not an address', { firstName: null, terms: false }));
    expect(outcome(answer, 'register')).toMatchObject({
      code: 'INVALID',
      errors: expect.arrayContaining([
        { field: 'email', message: 'errors.email', text: 'fr:errors.email', __typename: 'FieldError' },
        { field: 'firstName', message: 'errors.firstName', text: 'fr:errors.firstName', __typename: 'FieldError' },
      ]),
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('is refused without a place, with the way to the waiting list', async () => {
    const answer = await call('register', form('late@example.com', { code: 'NOBODY' }));
    const refused = outcome(answer, 'register');
    expect(refused).toMatchObject({ code: 'REFUSED', refusal: 'REGISTRATION_CODE_NO_BALANCE_LEFT' });
    const token =
      typeof refused === 'object' && refused !== null && 'lobbyToken' in refused ? refused.lobbyToken : null;
    const joined = await call('joinWaitingList', { token, locale: 'fr' });
    expect(outcome(joined, 'joinWaitingList')).toMatchObject({ code: 'JOINED', email: 'late@example.com' });
  });

  test('is refused with the code of a visit that a forbidden site sent, as a look-up of that code is', async () => {
    const spy = vi
      .spyOn(testSite, 'isForbiddenReferrer')
      .mockImplementation((referrer) => referrer.includes('coupons'));
    const storedReferral = { code: 'places', referrer: 'https://coupons.example/club' };
    const looked = await call('checkRegistrationCode', { registrationCode: 'PLACES', locale: 'en', storedReferral });
    expect(outcome(looked, 'registrationCodeDetails')).toMatchObject({ errors: ['REFERER_INVALID'] });
    const refused = await call('register', { ...form('sent@example.com'), storedReferral });
    expect(outcome(refused, 'register')).toMatchObject({ code: 'REFUSED', refusal: 'REFERER_INVALID' });
    const another = { ...storedReferral, code: 'OTHER-1' };
    const welcome = await call('register', { ...form('sent@example.com'), storedReferral: another });
    expect(outcome(welcome, 'register')).toMatchObject({ code: 'REGISTERED' });
    spy.mockRestore();
  });

  test('is refused without a code that exists (B11)', async () => {
    const answer = await call('register', form('nobody@example.com', { code: 'UNKNOWN' }));
    expect(outcome(answer, 'register')).toMatchObject({ code: 'REFUSED', refusal: 'REGISTRATION_CODE_INVALID' });
  });

  test('with the same key and body has one effect and one answer', async () => {
    const before = await balance(server.backend, 'PLACES');
    const request = { ...form('twice@example.com'), idempotencyKey: '0c7e1c52-register-twice' };
    const answers = await Promise.all([
      call('register', request),
      call('register', request),
      call('register', request),
    ]);
    for (const answer of answers) expect(outcome(answer, 'register')).toMatchObject({ code: 'REGISTERED' });
    expect((await balance(server.backend, 'PLACES')).pending).toBe(before.pending + 1);
  });

  test('with the same key and another body is refused by a code of its own', async () => {
    const idempotencyKey = '0c7e1c52-register-other';
    await call('register', { ...form('first@example.com'), idempotencyKey });
    const second = await call('register', { ...form('second@example.com'), idempotencyKey });
    expect(outcome(second, 'register')).toMatchObject({ code: 'KEY_REUSED' });
  });

  test('with a key that is not one is a bad request', async () => {
    const answer = await call('register', { ...form('x@example.com'), idempotencyKey: 'short' });
    expect(answer.body.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
  });
});

describe('a session', () => {
  async function register(email: string): Promise<string> {
    return findCookie(await call('register', form(email)), 'session');
  }

  test('may change its address, and the new session knows it', async () => {
    const cookie = await register('old@example.com');
    const variables = { email: 'new@example.com', idempotencyKey: '0c7e1c52-change-address' };
    const answer = await call('changeEmail', variables, { cookie });
    expect(outcome(answer, 'changeEmail')).toMatchObject({ code: 'CHANGED', email: 'new@example.com' });
    const changed = readSession(server.backend.ports, readCookies(findCookie(answer, 'session')), false);
    expect(changed.registration?.email).toBe('new@example.com');

    const again = await call('changeEmail', variables, { cookie });
    expect(outcome(again, 'changeEmail')).toEqual(outcome(answer, 'changeEmail'));
    const other = await call('changeEmail', { ...variables, email: 'third@example.com' }, { cookie });
    expect(outcome(other, 'changeEmail')).toMatchObject({ code: 'KEY_REUSED' });
  });

  test('may ask for its mail again; one without a registration finds nothing', async () => {
    const cookie = await register('again@example.com');
    expect(outcome(await call('resendActivation', {}, { cookie }), 'resendActivation')).toMatchObject({ code: 'SENT' });
    expect(outcome(await call('resendActivation'), 'resendActivation')).toMatchObject({ code: 'NOT_FOUND' });
    expect(outcome(await call('changeEmail', { email: 'a@example.com' }), 'changeEmail')).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('serves a program as its bearer token', async () => {
    const cookie = await register('program@example.com');
    const token = decodeURIComponent(cookie.slice('session='.length));
    const answer = await call('resendActivation', {}, { authorization: `Bearer ${token}` });
    expect(outcome(answer, 'resendActivation')).toMatchObject({ code: 'SENT' });
  });

  test('is activated once; a retry gets the same result with the key, and without it the same voucher', async () => {
    await register('active@example.com');
    const token = await tokenFor(server.backend, 'active@example.com');
    const first = await call('activate', { token, idempotencyKey: '0c7e1c52-activate-once' });
    expect(outcome(first, 'activate')).toMatchObject({ code: 'ACTIVE', voucher: { percent: 10, minimumOrder: null } });
    const access = readCookies(findCookie(first, 'apollo:default.token'))['apollo:default.token'] ?? '';
    expect(await server.backend.staff.findAccessGrant(access)).toMatchObject({ role: 'member' });
    const retry = await call('activate', { token, idempotencyKey: '0c7e1c52-activate-once' });
    expect(outcome(retry, 'activate')).toEqual(outcome(first, 'activate'));
    const again = await call('activate', { token });
    expect(outcome(again, 'activate')).toMatchObject({ code: 'ALREADY_ACTIVE' });
    const session = readSession(server.backend.ports, readCookies(findCookie(again, 'session')), false);
    expect(session.voucher?.percent).toBe(10);
    const registered = await call('register', form('active@example.com', { firstName: 'Anna' }));
    expect(outcome(registered, 'register')).toMatchObject({ code: 'ALREADY_ACTIVE' });
    expect(readSession(server.backend.ports, readCookies(findCookie(registered, 'session')), false)).toEqual({
      active: true,
    });
    expect(outcome(await call('activate', { token: 'unknown' }), 'activate')).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a code is answered with its inviter, its error and its words in the language asked for (B1)', async () => {
  const good = await call('checkRegistrationCode', { registrationCode: 'places', locale: 'de' });
  expect(outcome(good, 'registrationCodeDetails')).toMatchObject({
    errors: [],
    errorDetails: [],
    code: 'PLACES',
    landing: '/',
    invitorName: 'Anna',
  });
  expect(JSON.stringify(good.body)).toContain('"isoCode":"SE"');
  const bad = await call('checkRegistrationCode', { registrationCode: 'NOBODY', locale: 'de' });
  const error = 'REGISTRATION_CODE_NO_BALANCE_LEFT';
  expect(outcome(bad, 'registrationCodeDetails')).toMatchObject({
    errors: [error],
    errorDetails: [{ error, message: 'de:refusals.noInvitations' }],
  });
});

test('a client that knows only the fields of the source is answered in them', async () => {
  const open = await startGraphqlServer({ open: true });
  const query = `query checkRegistrationCode($registrationCode: String!, $validityTimestamp: String) {
    registrationCodeDetails(registrationCode: $registrationCode, validityTimestamp: $validityTimestamp) {
      errors errorDetails { error } invitorName countryOptions { dataPolicyPkString isoCode termsPkString }
    }
  }`;
  const answer = await open.send({ query, variables: { registrationCode: 'UNKNOWN' } });
  await open.stop();
  const error = 'REGISTRATION_CODE_INVALID';
  expect(outcome(answer, 'registrationCodeDetails')).toMatchObject({ errors: [error], errorDetails: [{ error }] });
});

test('applying for membership is answered alike however often it is done', async () => {
  const variables = { email: 'apply@example.com', locale: 'it', idempotencyKey: '0c7e1c52-apply-just-once' };
  const first = await call('applyForMembership', variables);
  expect(outcome(first, 'applyForMembership')).toMatchObject({ code: 'RECEIVED' });
  expect((await call('applyForMembership', variables)).body).toEqual(first.body);
  const other = await call('applyForMembership', { ...variables, email: 'other@example.com' });
  expect(outcome(other, 'applyForMembership')).toMatchObject({ code: 'KEY_REUSED' });
});

test('an admin signs in by a cookie, makes one link per key, and signs out', async () => {
  await server.backend.staff.createAdmin({ email: 'admin@example.com', name: 'Ada', password: 'a long password' });
  const wrong = await call('signIn', { email: 'admin@example.com', password: 'a wrong password' });
  expect(outcome(wrong, 'signIn')).toMatchObject({ code: 'REFUSED' });
  const signedIn = await call('signIn', { email: 'admin@example.com', password: 'a long password' });
  const cookie = findCookie(signedIn, 'admin');
  const variables = { registrationCode: 'PLACES', idempotencyKey: '0c7e1c52-generate-once' };
  const first = await call('generateRegistrationLink', variables, { cookie });
  expect(outcome(first, 'generateRegistrationLink')).toMatchObject({ code: 'GENERATED' });
  expect((await call('generateRegistrationLink', variables, { cookie })).body).toEqual(first.body);
  expect(outcome(await call('signOut', {}, { cookie }), 'signOut')).toMatchObject({ code: 'SIGNED_OUT' });
  const after = await call('generateRegistrationLink', variables, { cookie });
  expect(after.body.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
});

test('an unexpected error says nothing but the id under which the log has it', async () => {
  vi.spyOn(server.backend.members, 'applyForMembership').mockRejectedValueOnce(
    new Error('secret detail of the database'),
  );
  const answer = await call('applyForMembership', { email: 'x@example.com', locale: 'en' });
  const error = answer.body.errors?.[0];
  expect(error).toMatchObject({ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } });
  expect(JSON.stringify(answer.body)).not.toContain('secret detail');
  const line = log.find((entry) => entry.includes('secret detail')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ id: error?.extensions?.correlationId, operation: 'applyForMembership' });
});

test('a database that gives no sign of life is answered as a service that is out', async () => {
  vi.spyOn(server.backend.ports.database.databaseHealth, 'ping').mockRejectedValueOnce(
    new TimeoutError('The database', 200),
  );
  const answer = await call('applyForMembership', { email: 'x@example.com', locale: 'en' });
  expect(answer.body.errors?.[0]?.extensions?.code).toBe('SERVICE_UNAVAILABLE');
});
