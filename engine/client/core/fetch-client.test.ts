import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFetchClient } from './fetch-client.ts';
import { FetchError, FetchTimeoutError } from './fetch-error.ts';

/** How the server answers the first, second, … request; the last one for all further ones. */
type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;
let behaviours: Behaviour[] = [];
let requests: { method: string; url: string; body: string; type: string | undefined }[] = [];
let server: Server;
let baseUrl = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    // Each request on a connection of its own: one that a test broke must not break the next.
    response.setHeader('connection', 'close');
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)];
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        body,
        type: request.headers['content-type'],
      });
      behaviour?.(request, response, body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(() => {
  requests = [];
  server.closeAllConnections();
});
afterAll(() => {
  server.close();
});

const status =
  (code: number): Behaviour =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(`{"code":${code}}`);
  };
const content =
  (type: string, body: string | Buffer): Behaviour =>
  (_request, response) => {
    response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body);
  };
const hang: Behaviour = () => {};
const drop: Behaviour = (request) => request.socket.destroy();
const breakOff: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"a":', () => request.socket.destroy());
};
const stall: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"a":');
};

const call = (method: string, ...answers: Behaviour[]): Promise<unknown> => {
  behaviours = answers;
  return createFetchClient({ baseUrl })('/path', { method, body: { a: 1 } });
};

const repeated = [408, 409, 425, 429, 500, 502, 503, 504];
const final = [400, 401, 403, 404, 405, 410, 418, 422, 501, 505];
const reading = ['GET', 'OPTIONS'];
const writing = ['PATCH', 'POST', 'PUT', 'DELETE'];
const pairs = (methods: string[], codes: number[]) =>
  methods.flatMap((method) => codes.map((code) => [method, code] as const));

describe('retries', () => {
  test.each(pairs(reading, repeated))('%s is tried once more after %i', async (method, code) => {
    expect(await call(method, status(code), status(200))).toEqual({ code: 200 });
    expect(requests).toHaveLength(2);
  });

  test.each(pairs(reading, repeated))('%s gives up after %i came twice', async (method, code) => {
    await expect(call(method, status(code))).rejects.toMatchObject({ name: 'FetchError', method, status: code });
    expect(requests).toHaveLength(2);
  });

  test.each(pairs(reading, final))('%s is not tried again after %i', async (method, code) => {
    await expect(call(method, status(code), status(200))).rejects.toMatchObject({ status: code });
    expect(requests).toHaveLength(1);
  });

  test.each(pairs(writing, [...repeated, ...final]))('%s is not tried again after %i', async (method, code) => {
    await expect(call(method, status(code), status(200))).rejects.toMatchObject({ status: code });
    expect(requests).toHaveLength(1);
  });

  test('a number of retries holds for every method', async () => {
    behaviours = [status(503), status(503), status(200)];
    const client = createFetchClient({ baseUrl });
    expect(await client('/path', { method: 'POST', retries: 2 })).toEqual({ code: 200 });
    requests = [];
    await expect(client('/path', { retries: 0 })).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(1);
  });

  test('a connection that is dropped counts like a server error: reading is tried again, writing is not', async () => {
    expect(await call('GET', drop, status(200))).toEqual({ code: 200 });
    requests = [];
    await expect(call('POST', drop, status(200))).rejects.toMatchObject({ name: 'FetchError', status: null });
    expect(requests).toHaveLength(1);
  });

  test('an answer that breaks off is asked for again', async () => {
    expect(await call('GET', breakOff, status(200))).toEqual({ code: 200 });
  });
});

describe('answers', () => {
  test.each([
    ['application/json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['application/problem+json', '{"a":1}', { a: 1 }],
    ['text/html', '<p>not what was asked for', '<p>not what was asked for'],
    ['image/svg+xml', '<svg/>', '<svg/>'],
    ['application/json', '', undefined],
    ['application/octet-stream', '', undefined],
  ])('of the type "%s" are parsed as such', async (type, body, expected) => {
    expect(await call('GET', content(type, body))).toEqual(expected);
  });

  test.each(['application/octet-stream', 'image/png', ''])('of the type "%s" are binary', async (type) => {
    const data = await call('GET', content(type, Buffer.from([1, 2, 3])));
    expect(data).toBeInstanceOf(Blob);
    expect(data instanceof Blob ? [...new Uint8Array(await data.arrayBuffer())] : []).toEqual([1, 2, 3]);
  });

  test('that call garbage JSON are an error, asked for once', async () => {
    await expect(call('GET', content('application/json', '<html>'))).rejects.toMatchObject({
      name: 'FetchError',
      status: 200,
      method: 'GET',
    });
    expect(requests).toHaveLength(1);
  });

  test('of 400 and above carry method, URL, status and what was said', async () => {
    const error = await call('POST', status(422)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({ method: 'POST', url: `${baseUrl}/path`, status: 422, data: { code: 422 } });
    expect(String(error)).toBe(`FetchError: POST ${baseUrl}/path: 422 Unprocessable Entity`);
  });
});

describe('time-outs and aborts', () => {
  test.each([
    ['accepts and never answers', hang],
    ['stops in the middle of an answer', stall],
  ])('a server that %s ends in a time-out of its own kind, without another try', async (_name, behaviour) => {
    behaviours = [behaviour];
    const error = await createFetchClient({ baseUrl })('/path', { timeout: 300 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FetchTimeoutError);
    expect(error).toMatchObject({ method: 'GET', url: `${baseUrl}/path`, timeout: 300 });
    expect(requests).toHaveLength(1);
  });

  test('a request that the caller aborts is neither a time-out nor a failure', async () => {
    behaviours = [hang];
    const abort = new AbortController();
    const answer = createFetchClient({ baseUrl })('/path', { signal: abort.signal, timeout: 60_000 });
    await expect.poll(() => requests).toHaveLength(1);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });

  test('an identical earlier request is aborted when asked for, another one is not', async () => {
    behaviours = [hang, hang, status(200)];
    const client = createFetchClient({ baseUrl });
    const earlier = client('/path', { query: { q: 'a' } });
    const other = client('/path', { query: { q: 'b' }, timeout: 60_000 });
    await expect.poll(() => requests).toHaveLength(2);
    const reason = earlier.catch((error: unknown) => error);
    expect(await client('/path', { query: { q: 'a' }, abortIdentical: true })).toEqual({ code: 200 });
    expect(await reason).toMatchObject({ name: 'AbortError' });
    server.closeAllConnections();
    expect(await other).toEqual({ code: 200 });
  });
});

describe('requests', () => {
  test.each(writing)('%s carries its body as JSON', async (method) => {
    await call(method, status(200));
    expect(requests[0]).toMatchObject({ method, body: '{"a":1}', type: 'application/json' });
  });

  test.each(reading)('%s carries no body', async (method) => {
    await call(method, status(200));
    expect(requests[0]).toMatchObject({ method, body: '', type: undefined });
  });

  test('the query is merged into the URL, the base put in front of relative ones only', async () => {
    behaviours = [status(200)];
    const client = createFetchClient({ baseUrl: `${baseUrl}/base/` });
    const query = { a: 'ä&', list: [1, 2], no: null, none: undefined, old: 'new' };
    await client('path?old=1&kept=2', { query });
    await client(`${baseUrl}/absolute`);
    expect(requests.map(({ url }) => url)).toEqual([
      '/base/path?kept=2&a=%C3%A4%26&list=1&list=2&old=new',
      '/absolute',
    ]);
  });
});
