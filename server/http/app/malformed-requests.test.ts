import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { isUnambiguous } from './malformed-requests.ts';

const { start } = bench('sqlite');

/** The status that these bytes are answered with, and the last of the path that was looked for. */
async function statuses(port: number, requests: readonly string[]): Promise<readonly string[]> {
  const ask = (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${request}\r\nConnection: close\r\n\r\n`));
      socket.on('data', (data) => (text += String(data)));
      socket.on('end', () => resolve(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))).on('error', reject);
    });
  return Promise.all(requests.map(ask));
}

test('a server answers what can be understood in one way, and refuses the rest', async () => {
  const { url } = await serveRegistration(await start());
  const port = Number(new URL(url).port);
  const host = 'Host: www.example.com';
  const get = (...lines: string[]): string => [`GET /livez HTTP/1.1`, ...lines].join('\r\n');
  const refused = [
    get(host, 'Host: evil.example'),
    get(host, host),
    get(host, 'hOsT: evil.example'),
    get('X: y'),
    get('Host:'),
    get('Host: a b'),
    get('Host: a/b'),
    get('Host: user@www.example.com'),
    get('Host: www.example.com, evil.example'),
    get(host, 'Authorization: Bearer a', 'Authorization: Bearer b'),
    get(host, 'Origin: https://www.example.com', 'Origin: https://evil.example'),
    get(host, 'Content-Length: 0', 'Content-Length: 0'),
    get(host, 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    `POST /graphql HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 0`,
    `GET http://evil.example/livez HTTP/1.1\r\n${host}`,
    `GET ftp://www.example.com/livez HTTP/1.1\r\n${host}`,
  ];
  expect(await statuses(port, refused)).toEqual(refused.map(() => '400'));
  const answered = [
    get(host),
    get('Host: [::1]:3000'),
    get('Host: xn--caf-dma.example:443'),
    get(host, 'Cookie: a=1', 'Cookie: b=2'),
    get(host, 'Accept-Language: de', 'Accept-Language: en'),
    `GET http://www.example.com/livez HTTP/1.1\r\n${host}`,
    `GET HTTP://WWW.EXAMPLE.COM/livez HTTP/1.1\r\n${host}`,
  ];
  expect(await statuses(port, answered)).toEqual(answered.map(() => '200'));
  const unencoded = [`GET /livez?utm_campaign=Frühling HTTP/1.1\r\n${host}`, `GET /livez?q=a b HTTP/1.1\r\n${host}`];
  expect(await statuses(port, unencoded)).toEqual(unencoded.map(() => '302'));
});

describe('an address that names its host', () => {
  const readPath = (url: string): string | undefined => {
    const request = { url, rawHeaders: [], headers: { host: 'a.example:81' } };
    return isUnambiguous(request) ? request.url : undefined;
  };

  test.each([
    ['http://a.example:81', '/'],
    ['http://a.example:81/x?y#z', '/x?y#z'],
    ['https://A.example:81?y', '/?y'],
    ['http://a.example:81//evil.example/', '//evil.example/'],
    ['*', '*'],
    ['//evil.example/', '//evil.example/'],
  ])('%s is answered as %s', (url, path) => expect(readPath(url)).toBe(path));

  test.each(['http://a.example/', 'http://b@a.example:81/', 'http:/a.example:81/', 'a.example:81', 'x', ''])(
    '%s is not answered',
    (url) => expect(readPath(url)).toBeUndefined(),
  );
});
