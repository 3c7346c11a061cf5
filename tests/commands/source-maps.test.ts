import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSourceMaps } from '../../commands/build/keep-source-maps.ts';
import { type Bundle, makeBundle } from '../../commands/source-maps/bundle.ts';
import { uploadBundle } from '../../commands/source-maps/upload-bundle.ts';

let root: string;
let service: Server;
let url: string;
/** What the service has been asked, in its order. */
let asked: string[];
/** Parts that the service has, by their SHA-1. */
let parts: Map<string, Buffer>;
/** What is left to be answered before a bundle is put together. */
let states: string[];
let accept: readonly string[];

const TOKEN = 'a-token';
const RELEASE = '20261120T100000000Z-3f9c2a1b';
const SCRIPT = 'const a=1;export{a};';
const MAP = '{"version":3,"sources":["engine/client/start.ts"],"mappings":""}';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-maps-'));
  await mkdir(join(root, 'client/assets/chunks'), { recursive: true });
  for (const name of ['assets/start.ab.js', 'assets/chunks/chunk-1.js']) {
    await writeFile(join(root, 'client', name), SCRIPT);
    await writeFile(join(root, 'client', `${name}.map`), MAP);
  }
  await keepSourceMaps(join(root, 'client'), join(root, 'maps'));
  [asked, parts, states, accept] = [[], new Map(), ['created', 'assembling', 'ok'], ['artifact_bundles_v2']];
  service = createServer(
    (request, response) =>
      void answer(request).then((result) => {
        response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
      }),
  ).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterEach(async () => {
  service.close();
  await rm(root, { recursive: true });
});

/** Sentry's part of the protocol: limits, parts, and the bundle that they make. */
async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const whole = new Request(url + request.url, {
    method: request.method,
    headers: request.headers as Record<string, string>,
    ...(request.method === 'POST' && { body: await buffer(request) }),
  });
  asked.push(`${request.method} ${request.url}`);
  if (whole.headers.get('authorization') !== `Bearer ${TOKEN}`)
    return { status: 401, body: { detail: 'Who are you?' } };
  if (request.method === 'GET') return { status: 200, body: { url: '/parts/', chunkSize: 256, accept } };
  if (request.url === '/parts/') {
    for (const [name, file] of await whole.formData()) {
      if (name !== 'file_gzip' || !(file instanceof File)) return { status: 400, body: {} };
      parts.set(file.name, gunzipSync(Buffer.from(await file.arrayBuffer())));
    }
    return { status: 200, body: {} };
  }
  const { chunks } = (await whole.json()) as { readonly chunks: readonly string[] };
  const missingChunks = chunks.filter((hash) => !parts.has(hash));
  if (missingChunks.length > 0) return { status: 200, body: { state: 'not_found', missingChunks } };
  return { status: 200, body: { state: states.shift() ?? 'ok', detail: 'The bundle is broken.' } };
}

const bundle = (): Promise<Bundle> =>
  makeBundle({
    folder: { client: join(root, 'client'), sourceMaps: join(root, 'maps') },
    release: RELEASE,
    basePath: '/club/',
  });

const upload = async (token = TOKEN): Promise<void> =>
  uploadBundle(await bundle(), RELEASE, { url, organization: 'maison', project: 'site', token }, { pauseMs: 1 });

async function readZip(bytes: Uint8Array): Promise<Record<string, string>> {
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)]))).getEntries();
  const read = entries.map(async (entry) => [
    entry.filename,
    entry.directory ? '' : await entry.getData(new TextWriter()),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

test('a bundle holds each script with its map, under the addresses of pages and the name of the release', async () => {
  const { bytes, checksum, scripts } = await bundle();
  expect(Buffer.from(bytes.subarray(0, 8)).toString('latin1')).toBe('SYSB\u0002\0\0\0');
  expect(checksum).toBe(createHash('sha1').update(bytes).digest('hex'));
  expect(scripts).toEqual(['~/club/assets/chunks/chunk-1.js', '~/club/assets/start.ab.js']);
  const files = await readZip(bytes);
  expect(files['files/_/_/assets/start.ab.js']).toBe(SCRIPT);
  expect(files['files/_/_/assets/start.ab.js.map']).toBe(MAP);
  expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({
    release: RELEASE,
    files: {
      'files/_/_/assets/start.ab.js': {
        type: 'minified_source',
        url: '~/club/assets/start.ab.js',
        headers: { sourcemap: 'start.ab.js.map' },
      },
      'files/_/_/assets/start.ab.js.map': { type: 'source_map', url: '~/club/assets/start.ab.js.map' },
    },
  });
});

test('a bundle is sent in parts and put together; the same build again sends none of them', async () => {
  await upload();
  const sent = (): number => asked.filter((request) => request === 'POST /parts/').length;
  const made = await bundle();
  expect(Buffer.concat([...parts.values()])).toEqual(Buffer.from(made.bytes));
  expect(sent()).toBe(Math.ceil(made.bytes.length / 256));
  expect(asked[0]).toBe('GET /api/0/organizations/maison/chunk-upload/');
  expect(asked.at(-1)).toBe('POST /api/0/organizations/maison/artifactbundle/assemble/');
  expect(states).toEqual([]);
  const before = sent();
  await upload();
  expect(sent()).toBe(before);
});

test('what the service refuses is said with its address and its reason', async () => {
  await expect(upload('another')).rejects.toThrow(/chunk-upload\/ answered with status 401: .*Who are you\?/);
  states = ['error'];
  await expect(upload()).rejects.toThrow('rejected the bundle: The bundle is broken.');
  accept = ['release_files'];
  await expect(upload()).rejects.toThrow('does not accept artifact bundles');
  service.close();
  service.closeAllConnections();
  await expect(upload()).rejects.toThrow(/could not be reached/);
});

test('a build without source maps is not uploaded', async () => {
  await rm(join(root, 'maps'), { recursive: true });
  await expect(bundle()).rejects.toThrow('There are no source maps');
});
