import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AsyncState } from '#engine/block-kit/async-state.ts';
import {
  CheckRegistrationCodeDocument,
  CountryDetailsDocument,
  JoinWaitingListDocument,
  RegistrationStatusDocument,
} from '#schemas/generated/graphql/operations.ts';
import { addCode } from '#tests/helpers/backend.ts';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { startForeignGraphql } from '#tests/helpers/foreign-graphql.ts';
import { createGraphqlClient } from '#engine/client/core/graphql-client.ts';
import { askForDefaults } from '#engine/client/core/startup-defaults.ts';
import { type ClientCore, createClientCore } from '#engine/client/core/index.ts';

let server: GraphqlServer;
const seen: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
const realFetch = globalThis.fetch;
let defaults: unknown = {};
/** Gets errors: what, in which operation. */
const onError = vi.fn<(error: unknown, operation: string) => void>();

beforeAll(async () => {
  server = await startGraphqlServer();
  await addCode(server.backend, 'PLACES', 5);
});
afterAll(() => server.stop());

beforeEach(() => {
  seen.length = 0;
  defaults = { environment: 'test' };
  onError.mockClear();
  vi.stubGlobal('location', new URL(`${server.origin}/de/landing`));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input), server.origin).href;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    seen.push({ url, headers: new Headers(init?.headers), body });
    return url.endsWith('/acquisition/defaults.json') ? Response.json(defaults) : realFetch(url, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const core = (more: Partial<Parameters<typeof createClientCore>[0]> = {}): ClientCore =>
  createClientCore({ basePath: '/', startup: () => askForDefaults('/'), onError, ...more });
const graphqlRequests = () => seen.filter(({ url }) => url.endsWith('/graphql'));

describe('startup defaults', () => {
  test('are asked for before the first call, and once', async () => {
    const client = core();
    expect(seen).toHaveLength(0);
    await Promise.all([client.query(CountryDetailsDocument, {}), client.query(CountryDetailsDocument, {})]);
    await client.fetch(`${server.origin}/acquisition/defaults.json`);
    expect(seen[0]?.url).toBe(`${server.origin}/acquisition/defaults.json`);
    expect(seen.filter(({ url }) => url.endsWith('defaults.json'))).toHaveLength(2);
  });

  test('override the settings of the same name and nothing else', async () => {
    defaults = { environment: 'live', gtmContainerId: 7, unknown: 'x' };
    const client = core({ settings: { environment: 'page', gtmContainerId: 'GTM-PAGE' } });
    expect(await client.settings()).toEqual({
      environment: 'live',
      gtmContainerId: 'GTM-PAGE',
      acqBackendGraphqlURL: '/graphql',
      acqBackendGraphqlWsURL: '',
    });
  });

  test('that cannot be read leave the settings as they are', async () => {
    defaults = 'nonsense';
    expect(await core().settings()).toMatchObject({ acqBackendGraphqlURL: '/graphql' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await core().settings()).toMatchObject({ acqBackendGraphqlURL: '/graphql' });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'defaults');
  });
});

describe('a GraphQL request', () => {
  test('names its document by id and itself by headers: a new correlation id, one session per page load, its page', async () => {
    const client = core();
    await client.query(CountryDetailsDocument, {});
    await client.query(CheckRegistrationCodeDocument, { registrationCode: 'PLACES', locale: 'de' });
    const [first, second] = graphqlRequests();
    expect(first?.body).not.toHaveProperty('query');
    expect(Object.keys(first?.body ?? {}).toSorted()).toEqual(['extensions', 'operationName', 'variables']);
    const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
    expect(first?.headers.get('x-correlation-id')?.slice('web-'.length)).toMatch(uuid);
    expect(first?.headers.get('x-correlation-id')).not.toBe(second?.headers.get('x-correlation-id'));
    expect(first?.headers.get('x-session-id')).toMatch(uuid);
    expect(first?.headers.get('x-session-id')).toBe(second?.headers.get('x-session-id'));
    expect(first?.headers.get('x-source-page')).toBe('/de/landing');
    expect(first?.headers.has('authorization')).toBe(false);
  });

  test('carries a bearer token when one is given', async () => {
    const { token } = await server.backend.staff.issueAccessToken({
      role: 'member',
      subject: 'someone',
      replaces: null,
    });
    await core({ token: () => token }).query(CountryDetailsDocument, {});
    expect(graphqlRequests()[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  });

  test('carries its whole document to a foreign backend', async () => {
    defaults = { acqBackendGraphqlURL: 'https://backend.example/graphql' };
    const client = core();
    await client.query(CountryDetailsDocument, {}).catch(() => null);
    expect(graphqlRequests()[0]?.url).toBe('https://backend.example/graphql');
    expect(graphqlRequests()[0]?.body['query']).toContain('query countryDetails');
    expect(graphqlRequests()[0]?.body).not.toHaveProperty('extensions');
  });

  test('for what the cache knows is not sent', async () => {
    const client = core();
    await client.query(CheckRegistrationCodeDocument, { registrationCode: 'PLACES', locale: 'en' });
    const { registrationCodeDetails } = await client.query(CheckRegistrationCodeDocument, {
      registrationCode: 'PLACES',
      locale: 'en',
    });
    expect(registrationCodeDetails.invitorName).toBe('Anna');
    expect(graphqlRequests()).toHaveLength(1);
  });

  test('that is watched is sent once for all who watch it', async () => {
    const client = core();
    const read = () =>
      new Promise<unknown>((resolve) => {
        client.watch(CountryDetailsDocument, {}, (state) => state.status === 'success' && resolve(state.data));
      });
    const [one, other] = await Promise.all([read(), read()]);
    expect(one).toMatchObject({ countryDetails: {} });
    expect(other).toBe(one);
    expect(graphqlRequests()).toHaveLength(1);
  });

  test('that is watched reports when it cannot be sent', async () => {
    defaults = { acqBackendGraphqlURL: 'http://' };
    const state = await new Promise<AsyncState<unknown>>((resolve) => {
      core().watch(CountryDetailsDocument, {}, resolve);
    });
    expect(state).toMatchObject({ status: 'error', error: { name: 'AppError' } });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test('that changes something is always sent', async () => {
    const client = core();
    const variables = { token: 'x', locale: 'en' } as const;
    const first = await client.mutate(JoinWaitingListDocument, variables);
    await client.mutate(JoinWaitingListDocument, variables);
    expect(first.joinWaitingList.code).toBe('DENIED');
    expect(graphqlRequests()).toHaveLength(2);
  });

  test('that is answered with a GraphQL error rejects, and the hook is called once', async () => {
    vi.spyOn(server.backend.members, 'checkCode').mockRejectedValueOnce(new Error('broken'));
    const variables = { registrationCode: 'PLACES', locale: 'fr' } as const;
    await expect(core().query(CheckRegistrationCodeDocument, variables)).rejects.toThrow('Unexpected error.');
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), 'checkRegistrationCode');
  });

  test('that is not answered in time rejects with an error of its own kind', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/graphql`;
    const client = createGraphqlClient({
      url,
      persisted: true,
      sourcePage: () => '/',
      authorization: () => null,
      onError,
      timeout: 50,
    });
    await expect(client.query(CountryDetailsDocument, {})).rejects.toMatchObject({ name: 'TimeoutError', timeout: 50 });
    silent.closeAllConnections();
    silent.close();
  });
});

describe('a subscription', () => {
  test('is answered over the socket that the defaults name', async () => {
    defaults = { acqBackendGraphqlWsURL: '/graphql' };
    const error = vi.fn<(error: unknown) => void>();
    const stop = core().subscribe(RegistrationStatusDocument, {}, { next: () => {}, error });
    // This session has no registration, which the server reports.
    await expect.poll(() => error).toHaveBeenCalledOnce();
    expect(error.mock.calls[0]?.[0]).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'subscription');
    stop();
  });

  test('opens nothing where no socket is configured', async () => {
    const open = vi.fn<(url: string) => void>();
    vi.stubGlobal('WebSocket', open);
    const client = core();
    client.subscribe(RegistrationStatusDocument, {}, { next: () => {} });
    await client.settings();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(open).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a GraphQL server that others have written', () => {
  const token = (own: boolean): string | null => (own ? null : 'a-token');
  const there = async () => {
    const foreign = await startForeignGraphql();
    onTestFinished(() => foreign.stop());
    defaults = { acqBackendGraphqlURL: foreign.url, acqBackendGraphqlWsURL: foreign.socketUrl };
    return foreign;
  };

  test('is asked with whole documents and the token, and its answers are read', async () => {
    const foreign = await there();
    const { registrationCodeDetails } = await core({ token }).query(CheckRegistrationCodeDocument, {
      registrationCode: 'FAR-1',
      locale: 'fr',
    });
    expect(registrationCodeDetails).toMatchObject({ code: 'FAR-1', invitorName: 'Béatrice' });
    expect(foreign.asked[0]?.headers.authorization).toBe('Bearer a-token');
    expect(foreign.asked[0]?.body['query']).toContain('query checkRegistrationCode');
  });

  test('may fail in a part of a response: a call says whether that rejects, and the hook is called in any case', async () => {
    await there();
    const client = core({ token });
    await expect(client.query(CountryDetailsDocument, {})).rejects.toThrow('The atlas is lost.');
    expect(await client.query(CountryDetailsDocument, {}, { errorPolicy: 'all' })).toEqual({ countryDetails: null });
    expect(onError.mock.calls.map(([, operation]) => operation)).toEqual(['countryDetails', 'countryDetails']);
  });

  test('gets the token in the first message of its socket, and informs its subscribers', async () => {
    const foreign = await there();
    const next = vi.fn<(data: unknown) => void>();
    const stop = core({ token }).subscribe(RegistrationStatusDocument, {}, { next });
    await expect
      .poll(() => {
        foreign.announce('FINISHED');
        return next.mock.lastCall?.[0];
      })
      .toEqual({ registrationStatus: { state: 'FINISHED' } });
    expect(foreign.greetings).toEqual([{ Authorization: 'Bearer a-token' }]);
    stop();
  });
});
