import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { bench } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { ORIGIN, serveSite, testSettings } from '#tests/helpers/site-server.ts';

const { start } = bench('sqlite');
const form = 'application/x-www-form-urlencoded';

/** Requests whose body never comes: they are answered only if the handler does not wait for it. */
const requests: readonly (readonly [request: string, type: string, bytes: number, status: number, origin?: string])[] =
  [
    ['POST /livez', 'application/json', 1_000_000, 404],
    ['PUT /readyz', 'text/plain', 9, 404],
    ['PATCH /api/features/x', 'application/json', 9, 404],
    ['DELETE /assets/x.js', 'application/json', 9, 404],
    ['OPTIONS /acquisition/defaults.json', 'application/json', 9, 404],
    ['POST /api/eval/nobody', 'application/json', 9, 404],
    ['POST /api/seen', 'application/json', 9, 415],
    ['POST /api/paint', 'text/plain', 9, 415],
    ['POST /about-us', form, 1_000_000, 405],
    ['POST /do/nothing', form, 9, 404],
    ['POST /do/nothing/provider', form, 9, 404],
    ['POST /do/register', form, 9, 403, 'https://elsewhere.example'],
    ['POST /do/register', form, bodyLimits.formDocument + 1, 413],
    ['POST /do/forms/press', form, bodyLimits.formDocument + 1, 413],
    ['POST /do/register', 'application/json', 9, 415],
    ['POST /do/consent', form, 9, 403, 'https://elsewhere.example'],
    ['POST /de/do/admin/sign-in', form, bodyLimits.form + 1, 413],
    ['POST /do/admin/sign-in', 'text/plain', 9, 415],
    ['POST /do/admin/no-action', form, 9, 404],
    ['POST /do/admin/create-code', form, bodyLimits.form + 1, 303],
    ['POST /do/admin/check-codes', 'multipart/form-data; boundary=b', bodyLimits.codeList, 303],
    ['POST /graphql', 'text/plain', 9, 415],
    ['POST /graphql', 'application/json', bodyLimits.graphql + 1, 413],
  ];

test('A body is not read if no route takes it, if it is too large, or before its sender may send it', async () => {
  const backend = await start();
  const server = await serveSite({ site: await projectSite(), backend, settings: testSettings() });
  const { port } = new URL(server.url);
  const answer = async (request: string, type: string, bytes: number, origin: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    const head = `${request} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
    socket.write(head);
    const [first]: Buffer[] = await once(socket, 'data');
    socket.end();
    return String(first) + (await text(socket));
  };
  const ends: boolean[] = [];
  for (const [request, type, bytes, status, origin = ORIGIN] of requests) {
    const said = await answer(request, type, bytes, origin);
    expect([request, bytes, Number(said.split(' ')[1])]).toEqual([request, bytes, status]);
    ends.push(/\r\nconnection: close\r\n/i.test(said) || !isLarge(bytes, status));
  }
  expect(ends).not.toContain(false);
});

/** A list may pass by, so that a browser which is still sending it reads the answer. */
const isLarge = (bytes: number, status: number): boolean => bytes > 64 * 1024 && status >= 400;
