import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { bodyLimits, FORM_TYPE, MAX_PAIRS } from '#server/platform/requests/bodies.ts';
import { readPairs } from './form-body.ts';
import { readSentForm } from './read-fields.ts';

/** As a browser, and as the platform itself, writes and reads it. */
async function sent(fields: FormData | URLSearchParams): Promise<{ readonly body: Buffer; readonly type: string }> {
  const request = new Request('http://localhost/', { method: 'POST', body: fields });
  const type = request.headers.get('content-type') ?? '';
  return { body: Buffer.from(await request.arrayBuffer()), type };
}

const values = ['', 'plain', 'a=b&c', '100 %', '%zz+%4', '\u00e9\ud83d\ude00', 'two\r\nlines', '"quoted"', '--b\r\n'];

test('a form reads alike in both types, whatever is in it', async () => {
  const pairs = values.map((value, index) => [`field ${index} "é"`, value] as const);
  const multipart = new FormData();
  for (const [name, value] of pairs) multipart.append(name, value);
  for (const fields of [multipart, new URLSearchParams(pairs.map((pair) => [...pair]))]) {
    const { body, type } = await sent(fields);
    const found = await readPairs(body, type);
    expect(found.map(({ name, value }) => [name, value])).toEqual(pairs);
  }
});

test('a file is distinguished from a field, and is its bytes', async () => {
  const fields = new FormData();
  fields.append('file', new File(['code,places\r\nA,1\r\n'], 'codes.csv', { type: 'text/csv' }));
  fields.append('empty', new File([], 'empty.csv'));
  const { body, type } = await sent(fields);
  expect(await readPairs(body, type)).toEqual([
    { name: 'file', value: Buffer.from('code,places\r\nA,1\r\n') },
    { name: 'empty', value: Buffer.alloc(0) },
  ]);
});

const part = 'Content-Disposition: form-data; name="x"\r\n\r\n\r\n';
test.each([
  ['more pairs than a form has', 'a&'.repeat(MAX_PAIRS + 1), FORM_TYPE],
  ['more parts than a form has', `--b\r\n${`${part}--b\r\n`.repeat(MAX_PAIRS + 1)}`, 'multipart/form-data; boundary=b'],
  ['a head without an end', `--b\r\n${'a'.repeat(100_000)}`, 'multipart/form-data; boundary=b'],
  ['a part without an end', `--b\r\n${part}`, 'multipart/form-data; boundary=b'],
  ['a part without a name', '--b\r\n\r\n\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
  ['no boundary', 'a', 'multipart/form-data'],
  ['another type', 'a=b', 'text/plain'],
])('%s is refused', async (_what, body, type) => {
  await expect(readPairs(Buffer.from(body), type)).rejects.toMatchObject({ status: 400 });
});

async function read(body: string, limit: number = bodyLimits.form) {
  // The checked edge: a stream with the headers that are read of a request.
  const request = Object.assign(Readable.from([Buffer.from(body)]), { headers: { 'content-type': FORM_TYPE } });
  return readSentForm(request as unknown as IncomingMessage, limit, 'en');
}

test('what was typed comes back up to a length, says whether it is whole, and the place to come back to is short', async () => {
  const long = await read(`_at=${'a'.repeat(501)}&reason=because&password=secret&_token=t`);
  expect([long.at, long.typed, long.isTypedWhole]).toEqual(['', { reason: 'because' }, true]);
  const short = await read('_at=q%3Danna&reason=because');
  expect([short.at, short.typed, short.isTypedWhole]).toEqual(['q=anna', { reason: 'because' }, true]);
  const lines = `name=anna&lines=${'x'.repeat(bodyLimits.form)}`;
  const many = await read(lines, bodyLimits.codeList);
  expect([many.typed, many.isTypedWhole]).toEqual([{ name: 'anna' }, false]);
  await expect(read('a'.repeat(100), 99)).rejects.toMatchObject({ status: 413 });
});
