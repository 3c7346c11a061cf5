import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { abuse } from '#tests/helpers/graphql-abuse.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlServer();
});
afterAll(() => server.stop());

const byId = (id: string | undefined, more: object = {}): object => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: id } },
  ...more,
});

test('a document of the client is executed by its id, without being sent', async () => {
  const answer = await server.send(byId(persistedIds['countryDetails']));
  expect(answer.body).toEqual({ data: { countryDetails: { country: null, __typename: 'CountryDetails' } } });
});

test('a document of the client is executed by its id for a GET, unless it changes something', async () => {
  const get = async (id: string | undefined): Promise<Response> =>
    fetch(`${server.url}?extensions=${encodeURIComponent(JSON.stringify({ persistedQuery: { sha256Hash: id } }))}`);
  expect((await get(persistedIds['countryDetails'])).status).toBe(200);
  expect((await get(persistedIds['signOut'])).status).toBe(405);
});

test('exactly the text of a document of the client is executed too', async () => {
  const query = persistedDocuments[persistedIds['countryDetails'] ?? ''];
  expect((await server.send({ query })).body.data).toMatchObject({ countryDetails: { country: null } });
});

test('the texts that are executed are exactly those of the documentation, each under its id', async () => {
  const page = await readFile(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
  const documented = page.matchAll(/^### Document \w+\n\n`(\w{64})`\n\n```graphql\n([^`]+)\n```$/gm);
  expect(Object.fromEntries([...documented].map(([, id, text]) => [id, text]))).toEqual(persistedDocuments);
  for (const [id, query] of Object.entries(persistedDocuments)) {
    // Without variables nothing is executed, but the document is accepted.
    const { body } = await server.send({ query, ...byId(id) });
    expect(body.errors?.[0]?.extensions?.code, query).not.toBe('PERSISTED_DOCUMENTS_ONLY');
  }
});

test('a request without a document is answered as the protocol says, whatever answer it wants', async () => {
  const accepted = ['*/*', 'application/json', 'application/graphql-response+json'];
  const nothing = ['', '?query=', '?variables=%7B%7D', '?operationName=countryDetails', '?extensions=%7B%7D'];
  for (const accept of accepted) {
    for (const query of nothing) {
      const response = await fetch(server.url + query, { headers: { accept } });
      const text = await response.text();
      expect([response.status, JSON.parse(text)], `${accept} ${query}`).toEqual([
        400,
        { errors: [{ message: 'There is no document to execute.', extensions: { code: 'BAD_REQUEST' } }] },
      ]);
    }
    for (const body of ['{}', '{"query":null}', '{"query":""}', '{"variables":{}}'])
      expect((await server.send(body, { accept })).status, `${accept} ${body}`).toBe(400);
  }
});

test.each(['', '{', '{"query":', 'null', '1', '"text"', '\u0000'])(
  'how %j was read as JSON is nobody’s business',
  async (body) => {
    const answer = await server.send(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toMatch(/originalError|SyntaxError|JSON input|position/);
  },
);

test.each(['variables', 'extensions'])(
  'parameters of a GET that are no JSON are the caller’s mistake: %s',
  async (name) => {
    for (const value of ['{', 'x', '%00', '[1'])
      expect((await fetch(`${server.url}?query=%7Ba%7D&${name}=${value}`)).status, value).toBe(400);
  },
);

test.each([
  ['a document of its own', { query: '{ countryDetails { country } }' }],
  ['the smallest document', { query: '{ __typename }' }],
  ['introspection', { query: '{ __schema { types { name } } }' }],
  [
    'a document of the client with one space more',
    { query: `${persistedDocuments[persistedIds['countryDetails'] ?? '']} ` },
  ],
  ['an unknown id', byId('0'.repeat(64))],
  ['an unknown id with a document to register under it', byId('0'.repeat(64), { query: '{ __typename }' })],
  ['an id with the text of another document', byId(persistedIds['countryDetails'], { query: '{ __typename }' })],
  ['an id that is a name of every object', byId('constructor')],
  ['an id that is not a text', { extensions: { persistedQuery: { sha256Hash: 1 } } }],
])('%s is refused', async (_name, body) => {
  const ping = vi.spyOn(server.backend.ports.database.databaseHealth, 'ping');
  const answer = await server.send(body);
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ extensions: { code: 'PERSISTED_DOCUMENTS_ONLY' } }] },
  });
  expect(answer.body.data).toBeUndefined();
  expect(ping).not.toHaveBeenCalled();
});

test.each(abuse)('$name is refused', async ({ body }) => {
  const answer = await server.send(body);
  expect([400, 413]).toContain(answer.status);
  expect(answer.body.data).toBeUndefined();
});
