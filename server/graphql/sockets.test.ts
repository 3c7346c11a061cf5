import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { addCode, tokenFor } from '#tests/helpers/backend.ts';
import { type GraphqlServer, registerSomebody, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { type RawSocket, openSocket } from '#tests/helpers/raw-socket.ts';

import { socketLimits } from './sockets.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlServer({ initTimeout: 60_000 });
  await addCode(server.backend, 'PLACES', 100);
});
afterAll(() => server.stop());

/** A connection that shakes hands and is never read. */
async function openRaw(): Promise<Socket> {
  const { hostname, port } = new URL(server.origin);
  const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const handshake = {
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-protocol': 'graphql-transport-ws',
  };
  const asked = request({ hostname, port, path: '/graphql', headers: { ...headers, ...handshake } }).end();
  const socket = await new Promise<Socket>((resolve) => {
    asked.once('upgrade', (_, upgraded: Socket) => resolve(upgraded));
  });
  return socket.pause().on('error', () => undefined);
}

/** A text frame of a client (RFC 6455, 5.2), masked with zeros. */
function frame(payload: string): Buffer {
  const body = Buffer.from(payload);
  const head = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...head, 0, 0, 0, 0]), body]);
}

const init = { type: 'connection_init' };
const subscribe = (id = '1', payload: object = {}): object => ({
  id,
  type: 'subscribe',
  payload: {
    query: '',
    extensions: { persistedQuery: { version: 1, sha256Hash: persistedIds['registrationStatus'] } },
    ...payload,
  },
});

let people = 0;
/** Registers a person; the cookie of their session, and how to activate them. */
async function register() {
  people += 1;
  const email = `person-${people}@example.com`;
  const { cookie, handle } = await registerSomebody(server, email);
  const activate = async () =>
    server.backend.members.activate({ token: await tokenFor(server.backend, email), network: '192.0.2.7' });
  return { email, cookie, handle, activate };
}

async function connect(cookie = ''): Promise<RawSocket> {
  const socket = await openSocket(server.socketUrl, { headers: { cookie } });
  socket.say(init);
  expect(await socket.hear()).toEqual({ type: 'connection_ack' });
  return socket;
}

const status = (state: string, email: string): object => ({
  registrationStatus: { state, email, __typename: 'RegistrationStatus' },
});

describe('the status of a registration', () => {
  test('is sent at once, and again when the account is activated elsewhere, which is the end', async () => {
    const person = await register();
    const socket = await connect(person.cookie);
    socket.say(subscribe());
    expect(await socket.hear()).toEqual({ id: '1', type: 'next', payload: { data: status('FINISHED', person.email) } });
    await person.activate();
    expect(await socket.hear()).toEqual({
      id: '1',
      type: 'next',
      payload: { data: status('ACTIVATED', person.email) },
    });
    expect(await socket.hear()).toEqual({ id: '1', type: 'complete' });
    socket.close();
  });

  test('is reported with the new address when it changes', async () => {
    const person = await register();
    const socket = await connect(person.cookie);
    socket.say(subscribe());
    await socket.hear();
    const form = { email: `changed-${person.email}` };
    await server.backend.members.changeEmail({ registration: person.handle, form, network: '192.0.2.7' });
    expect(await socket.hear()).toMatchObject({ payload: { data: status('FINISHED', form.email) } });
    socket.close();
  });

  test('is sent to a program by the bearer token of the init payload', async () => {
    const person = await register();
    const token = person.cookie.slice('session='.length);
    const socket = await openSocket(server.socketUrl);
    socket.say({ ...init, payload: { Authorization: `Bearer ${token}` } });
    await socket.hear();
    socket.say(subscribe());
    expect(await socket.hear()).toMatchObject({ payload: { data: status('FINISHED', person.email) } });
    socket.close();
  });

  test('is revealed to no other client', async () => {
    const socket = await connect();
    socket.say(subscribe());
    expect(await socket.hear()).toMatchObject({ payload: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
    expect(await socket.hear()).toEqual({ id: '1', type: 'complete' });
    socket.close();
  });

  test('is watched no longer once the subscription or the connection is gone', async () => {
    const listen = vi.spyOn(server.backend.ports.pubSub, 'subscribe');
    const stops: ReturnType<typeof vi.fn>[] = [];
    const original = listen.getMockImplementation();
    expect(original).toBeUndefined();
    listen.mockImplementation(() => {
      const stop = vi.fn<() => void>();
      stops.push(stop);
      return stop;
    });
    const socket = await connect((await register()).cookie);
    socket.say(subscribe('1'));
    await socket.hear();
    socket.say(subscribe('2'));
    await socket.hear();
    socket.say({ id: '1', type: 'complete' });
    await expect.poll(() => stops[0]).toHaveBeenCalledOnce();
    expect(stops[1]).not.toHaveBeenCalled();
    socket.close();
    await expect.poll(() => stops[1]).toHaveBeenCalledOnce();
    listen.mockRestore();
  });
});

describe('the server closes', () => {
  test('with 4400 for an invalid message', async () => {
    for (const message of ['no JSON', '[]', '{}', { type: 'start' }, { type: 'subscribe', id: '' }]) {
      const socket = await connect();
      socket.say(message);
      expect(await socket.closed).toEqual({ code: 4400, reason: 'Invalid message received' });
    }
  });

  test('with 4401 when a client subscribes before the connection is acknowledged', async () => {
    const socket = await openSocket(server.socketUrl);
    socket.say(subscribe());
    expect(await socket.closed).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  test('with 4403 when the bearer token of the init payload is not valid', async () => {
    const socket = await openSocket(server.socketUrl);
    socket.say({ ...init, payload: { Authorization: 'Bearer forged' } });
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
  });

  test('with 4406 when no subprotocol was offered', async () => {
    const socket = await openSocket(server.socketUrl, { protocol: '' });
    expect(await socket.closed).toEqual({ code: 4406, reason: 'Subprotocol not acceptable' });
  });

  test('with 4408 when the connection is not initialised in time', async () => {
    const hasty = await startGraphqlServer({ initTimeout: 20 });
    const socket = await openSocket(hasty.socketUrl);
    expect(await socket.closed).toEqual({ code: 4408, reason: 'Connection initialisation timeout' });
    await hasty.stop();
  });

  test('with 4409 when an id is used twice, the message cut at 123 characters', async () => {
    const reasons = new Map([
      ['1', 'Subscriber for 1 already exists'],
      ['x'.repeat(200), `Subscriber for ${'x'.repeat(108)}`],
      // Two bytes each: a close frame has room for 123 of them.
      ['é'.repeat(100), `Subscriber for ${'é'.repeat(54)}`],
    ]);
    for (const [id, reason] of reasons) {
      const socket = await connect((await register()).cookie);
      socket.say(subscribe(id));
      await socket.hear();
      socket.say(subscribe(id));
      expect(await socket.closed).toEqual({ code: 4409, reason });
    }
  });

  test('with 4429 when the connection is initialised twice', async () => {
    const socket = await connect();
    socket.say(init);
    expect(await socket.closed).toEqual({ code: 4429, reason: 'Too many initialisation requests' });
  });

  test('with 4500 when something unexpected happens, which only the log explains', async () => {
    vi.spyOn(server.backend.staff, 'findAccessGrant').mockRejectedValueOnce(new Error('secret detail'));
    const socket = await openSocket(server.socketUrl);
    socket.say({ ...init, payload: { Authorization: `Bearer ${'x'.repeat(43)}` } });
    expect(await socket.closed).toEqual({ code: 4500, reason: 'Internal server error' });
  });

  test('with 1009 when a message is too large', async () => {
    const socket = await connect();
    socket.say(' '.repeat(33 * 1024));
    expect((await socket.closed).code).toBe(1009);
  });
});

describe('the handshake is refused', () => {
  test.each(['https://elsewhere.example', 'null', 'http://127.0.0.1'])('for the origin "%s"', async (origin) => {
    await expect(openSocket(server.socketUrl, { origin })).rejects.toThrow('403');
  });

  test('for every other path, by the answer that the path has anyway', async () => {
    await expect(openSocket(server.socketUrl.replace('/graphql', '/other'))).rejects.toThrow('404');
  });
});

describe('an upgrade to anything but the WebSocket', () => {
  const query = `/graphql?${new URLSearchParams({ query: persistedDocuments[persistedIds['countryDetails'] ?? ''] ?? '' })}`;
  test.each([
    ['HTTP/2', { upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }],
    ['TLS', { upgrade: 'TLS/1.3' }],
    ['several at once', { upgrade: 'websocket, h2c' }],
    ['nothing', { upgrade: '' }],
  ])('is answered as if it had not been requested: %s', async (_, headers) => {
    const asked = request(server.origin + query, { headers: { ...headers, connection: 'upgrade' } }).end();
    const response = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve));
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(await text(response))).toEqual({ data: { countryDetails: expect.anything() } });
  });
});

describe('a client that floods', () => {
  test('gets a bare pong for a ping, whatever came with it', async () => {
    const socket = await connect();
    socket.say({ type: 'ping', payload: { echo: 'x'.repeat(1_000) } });
    expect(await socket.hear()).toEqual({ type: 'pong' });
    socket.close();
  });

  test('is closed with 1008, and nothing of it is answered any more', async () => {
    const socket = await connect();
    for (let index = 0; index <= socketLimits.framesPerSecond; index += 1) socket.say({ type: 'ping' });
    expect(await socket.closed).toEqual({ code: 1008, reason: 'Too many messages' });
  });

  test('and goes on, without ever reading, is cut', async () => {
    await expect.poll(() => server.sockets.open).toBe(0);
    const socket = await openRaw();
    await expect.poll(() => server.sockets.open).toBe(1);
    const ping = frame(JSON.stringify({ type: 'ping', payload: 'x'.repeat(500) }));
    socket.write(Buffer.concat(Array.from({ length: 10_000 }, () => ping)));
    await expect.poll(() => server.sockets.open).toBe(0);
    socket.destroy();
  });
});

test('what goes wrong during a subscription is reported by the log alone', async () => {
  vi.spyOn(server.backend.ports.pubSub, 'subscribe').mockImplementationOnce(() => {
    throw new Error('secret detail');
  });
  const socket = await connect((await register()).cookie);
  socket.say(subscribe());
  const answer = await socket.hear();
  expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  expect(JSON.stringify(answer)).not.toContain('secret');
  socket.close();
});

describe('one network', () => {
  test('has its share of the connections, and gets a place again for each that it closes', async () => {
    const narrow = await startGraphqlServer({ socketLimits: { perNetwork: 2 } });
    const first = await openSocket(narrow.socketUrl);
    await openSocket(narrow.socketUrl);
    await expect(openSocket(narrow.socketUrl)).rejects.toThrow('429');
    first.close();
    await first.closed;
    await expect.poll(() => narrow.sockets.open).toBe(1);
    await openSocket(narrow.socketUrl);
    await narrow.stop();
  });

  test('has its share of frames and of handshakes over all its connections, and is asked to come back later', async () => {
    const narrow = await startGraphqlServer({
      socketLimits: {
        framesPerNetwork: { max: 20, windowSeconds: 3_600 },
        connectionsPerNetwork: { max: 6, windowSeconds: 3_600 },
      },
    });
    const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(narrow.socketUrl)));
    await expect(openSocket(narrow.socketUrl)).rejects.toThrow('429');
    for (const socket of sockets) socket.say(init);
    const first = (socket: RawSocket) => Promise.race([socket.hear(), socket.closed]);
    const answers = await Promise.all(sockets.map(first));
    expect(answers.filter((answer) => 'type' in answer)).toEqual(
      Array.from({ length: 5 }, () => ({ type: 'connection_ack' })),
    );
    expect(answers.filter((answer) => 'code' in answer)).toEqual([
      { code: 1013, reason: 'Too many messages of this network' },
    ]);
    await narrow.stop();
  });

  test('has its share of the subscriptions over all its connections', async () => {
    const narrow = await startGraphqlServer({ subscriptionLimits: { perNetwork: 2, total: 10 } });
    await addCode(narrow.backend, 'PLACES', 10);
    const { cookie } = await registerSomebody(narrow, 'narrow@example.com');
    const open = async (): Promise<RawSocket> => {
      const socket = await openSocket(narrow.socketUrl, { headers: { cookie } });
      socket.say(init);
      await socket.hear();
      socket.say(subscribe());
      return socket;
    };
    const [first, second] = [await open(), await open()];
    expect(await first.hear()).toMatchObject({ type: 'next', payload: { data: { registrationStatus: {} } } });
    expect(await second.hear()).toMatchObject({ type: 'next', payload: { data: { registrationStatus: {} } } });
    const third = await open();
    expect(await third.hear()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    first.say({ id: '1', type: 'complete' });
    const again = async (): Promise<unknown> => (await open()).hear();
    await expect.poll(again).toMatchObject({ payload: { data: { registrationStatus: {} } } });
    await narrow.stop();
  });
});

test('the site itself and programs without an origin are welcome', async () => {
  const socket = await openSocket(server.socketUrl, { origin: server.origin });
  socket.close();
  expect((await socket.closed).code).toBe(1000);
});

test('only subscriptions of the client are executed, and ten at a time', async () => {
  const socket = await connect((await register()).cookie);
  const refusals: [object, string][] = [
    [{ query: 'subscription { registrationStatus { state } }', extensions: {} }, 'PERSISTED_DOCUMENTS_ONLY'],
    [{ extensions: {} }, 'BAD_REQUEST'],
    [{ extensions: { persistedQuery: { sha256Hash: persistedIds['countryDetails'] } } }, 'BAD_REQUEST'],
  ];
  for (const [payload, code] of refusals) {
    socket.say(subscribe('1', payload));
    expect(await socket.hear()).toMatchObject({ type: 'error', payload: [{ extensions: { code } }] });
  }
  for (let id = 1; id <= 10; id += 1) {
    socket.say(subscribe(String(id)));
    expect(await socket.hear()).toMatchObject({ type: 'next' });
  }
  socket.say(subscribe('11'));
  expect(await socket.hear()).toMatchObject({ payload: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
  socket.close();
});

test('a server that stops closes every connection with 1012 and takes no new one', async () => {
  const stopping = await startGraphqlServer();
  const socket = await openSocket(stopping.socketUrl);
  const closing = stopping.sockets.close();
  expect(await socket.closed).toEqual({ code: 1012, reason: 'Service restart' });
  await closing;
  await expect(openSocket(stopping.socketUrl)).rejects.toThrow('503');
  await stopping.stop();
});
