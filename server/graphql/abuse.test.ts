import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { abuse } from '#tests/helpers/graphql-abuse.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';

let server: GraphqlServer;
const looked = vi.fn<() => void>();
beforeAll(async () => {
  server = await startGraphqlServer({ open: true });
  // Every operation asks for this sign of life, or for the country, before it does anything.
  vi.spyOn(server.backend.ports.database.databaseHealth, 'ping').mockImplementation(async () => looked());
  vi.spyOn(server.backend.members, 'checkCode').mockImplementation(async () => {
    looked();
    throw new Error('A refused document was executed.');
  });
});
afterAll(() => server.stop());
beforeEach(() => looked.mockClear());

describe('with any document allowed', () => {
  test.each(abuse)('$name is refused before anything is executed', async ({ body, status }) => {
    const answer = await server.send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.data ?? null).toBeNull();
    expect(answer.body.errors).not.toHaveLength(0);
    expect(looked).not.toHaveBeenCalled();
  });

  test('a document of the usual size is executed', async () => {
    const answer = await server.send({ query: '{ a: countryDetails { country } b: countryDetails { country } }' });
    expect(answer.body).toEqual({ data: { a: { country: null }, b: { country: null } } });
  });

  test('the schema is not revealed', async () => {
    const answer = await server.send({ query: '{ __schema { types { name } } }' });
    expect(answer.body.errors?.[0]?.message).toContain('Introspection is off');
    const fields = await server.send({ query: '{ __type(name: "Query") { name fields { name } } }' });
    expect(fields.body.data ?? null).toBeNull();
  });

  test('a misspelled field, argument, enum value or input field gets no hint at what exists', async () => {
    const queries: { query: string; variables?: object }[] = [
      { query: '{ countryDetail { country } }' },
      { query: '{ countryDetails { countri } }' },
      { query: '{ registrationCodeDetails(registrationCod: "X") { errors } }' },
      { query: 'mutation { applyForMembership(email: "a@b.c", locale: enn) { code } }' },
      {
        query: 'mutation ($locale: Locale!) { applyForMembership(email: "a@b.c", locale: $locale) { code } }',
        variables: { locale: 'enn' },
      },
      {
        query: 'mutation ($input: RegistrationInput!) { register(input: $input, locale: en) { code } }',
        variables: { input: { firstNam: 'x' } },
      },
    ];
    for (const query of queries) {
      const { body } = await server.send(query);
      expect(body.errors, JSON.stringify(query)).not.toHaveLength(0);
      expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
    }
  });

  test('a mutation is never executed for a GET', async () => {
    const query = encodeURIComponent('mutation { signIn(email: "a@example.com", password: "x") { code } }');
    const response = await fetch(`${server.url}?query=${query}`);
    expect(response.status).toBe(405);
    expect(looked).not.toHaveBeenCalled();
  });

  test('a subscription over HTTP is sent to the WebSocket', async () => {
    const answer = await server.send({ query: 'subscription { registrationStatus { state } }' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] } });
  });

  test.each([
    ['text/plain', '{"query":"{__typename}"}'],
    ['application/x-www-form-urlencoded', 'query={__typename}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/graphql', '{__typename}'],
    ['application/json; charset=utf-16', '{"query":"{__typename}"}'],
    ['', '{"query":"{__typename}"}'],
  ])('the content type "%s" is refused, because a form could send it', async (type, body) => {
    const response = await fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body });
    expect(response.status).toBe(415);
  });

  test.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://elsewhere.example'],
    ['origin', 'null'],
  ])('a page of another site is refused: %s %s', async (header, value) => {
    const answer = await server.send({ query: '{ __typename }' }, { [header]: value });
    expect(answer).toMatchObject({ status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
  });

  test('a list of types without an end is answered as none, and not type by type', async () => {
    const answer = await server.send({ query: '{ __typename }' }, { accept: 'a/b;q= ,'.repeat(800) });
    expect([answer.status, JSON.stringify(answer.body).length < 1_000]).toEqual([200, true]);
  });

  test('a page of this site and a program without an origin are answered', async () => {
    const allowed: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: server.origin }, {}];
    for (const headers of allowed) expect((await server.send({ query: '{ __typename }' }, headers)).status).toBe(200);
  });
});
