import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MakeByPath, PendingFiles } from '#server/site/images/pending-files.ts';
import { addAssets } from './assets.ts';

const path = 'assets/images/a.12345678.720.avif';
let folder: string;
let app: FastifyInstance;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-assets-'));
  await mkdir(join(folder, 'assets/images'), { recursive: true });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function serve(make: MakeByPath) {
  const pending = new PendingFiles({ make, onFailure: () => undefined });
  app = fastify();
  await app.register(
    async (inner) =>
      inner.register(async (assets) => addAssets(assets, { basePath: '/shop/' }, { publicDirs: [folder], pending })),
    { prefix: '/shop' },
  );
  pending.add([path]);
  return pending;
}

const get = (url: string) => app.inject({ method: 'GET', url });

test('An image that is not encoded yet is encoded once for all requests, and served from then on', async () => {
  const make = vi.fn<MakeByPath>(async (made) => writeFile(join(folder, made), 'picture'));
  await serve(make);
  const answers = await Promise.all([get(`/shop/${path}`), get(`/shop/${path}?v=1`)]);
  for (const { statusCode, headers, body } of answers) {
    expect([statusCode, body]).toEqual([200, 'picture']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  await get(`/shop/${path}`);
  expect(make).toHaveBeenCalledTimes(1);
});

test('nothing is made under a name that no page has, and no other file waits', async () => {
  const make = vi.fn<MakeByPath>(() => new Promise<void>(() => undefined));
  const pending = await serve(make);
  pending.makeAll();
  await writeFile(join(folder, 'assets/images/b.jpg'), 'another');
  expect((await get('/shop/assets/images/b.jpg')).body).toBe('another');
  for (const other of ['a.12345678.721.avif', 'a.12345678.720.avif/', '../images/c.avif'])
    expect((await get(`/shop/assets/images/${other}`)).statusCode).toBe(404);
  expect(make).toHaveBeenCalledTimes(1);
});

test('an image that cannot be made is not found', async () => {
  await serve(() => Promise.reject(new Error('no image')));
  expect((await get(`/shop/${path}`)).statusCode).toBe(404);
});

test('a request that has waited too long for an image is asked to come back, and no cache stores that response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const begun = Promise.withResolvers<void>();
  await serve(() => {
    begun.resolve();
    return new Promise<void>(() => undefined);
  });
  const answered = get(`/shop/${path}`);
  await begun.promise;
  await vi.advanceTimersByTimeAsync(20_000);
  const { statusCode, headers } = await answered;
  vi.useRealTimers();
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
});

test('a browser that jumps in a video gets the part that it asks for', async () => {
  await serve(() => Promise.resolve());
  await mkdir(join(folder, 'assets/videos'));
  await writeFile(join(folder, 'assets/videos/tour.12345678.mp4'), '0123456789');
  const answer = (range: string) =>
    app.inject({ method: 'GET', url: '/shop/assets/videos/tour.12345678.mp4', headers: { range } });
  const part = await answer('bytes=4-6');
  expect([part.statusCode, part.body]).toEqual([206, '456']);
  expect(part.headers).toMatchObject({
    'content-range': 'bytes 4-6/10',
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await answer('bytes=20-')).statusCode).toBe(416);
});
