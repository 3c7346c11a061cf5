import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sampleSite, sampleTemplate } from '#tests/helpers/small-site.ts';
import { BackgroundEncoder } from './background-encoder.ts';
import { EncodedPageCache } from './encoded-page-cache.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { PageStore } from './page-store.ts';
import { hashJob, encode, createEncodeJob, buildPersonalBody } from './encode-page.ts';
import { fillParts, createPageSource, measureShape } from './page-source.ts';
import type { Site } from '#engine/documents/types.ts';
import { plainCompile } from '#tests/helpers/plain-compile.ts';
import type { CompileInput } from '#engine/compile/types.ts';

const site = sampleSite();
const landing: StoredPageRequest = {
  document: 'landings/default',
  locale: 'en',
  variations: [],
  facets: {},
  path: '/',
};

test('a thousand visitors who come at the same moment cause one compilation', async () => {
  let compilations = 0;
  const store = new PageStore({
    maxBytes: 1e6,
    compile: async (input) => {
      compilations += 1;
      await new Promise(setImmediate);
      return sampleTemplate(input);
    },
  });
  const pages = await Promise.all(Array.from({ length: 1000 }, () => store.load(site, landing, 'page')));
  expect(compilations).toBe(1);
  expect(new Set(pages).size).toBe(1);
});

test('a failed compilation is reported to all who wait and tried again for the next one', async () => {
  let broken = true;
  const store = new PageStore({
    maxBytes: 1e6,
    compile: (input) => (broken ? Promise.reject(new Error('A block broke.')) : Promise.resolve(sampleTemplate(input))),
  });
  await expect(
    Promise.allSettled([store.load(site, landing, 'page'), store.load(site, landing, 'page')]),
  ).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  broken = false;
  await expect(store.load(site, landing, 'page')).resolves.toMatchObject({ link: expect.stringContaining('font') });
});

test('languages, variations, facets, paths and revisions are different pages; facets a document does not name are not', async () => {
  const store = new PageStore({ maxBytes: 1e6, compile: (input) => Promise.resolve(sampleTemplate(input)) });
  await store.load(site, landing, 'page');
  expect(store.find(site, { ...landing, facets: { consent: 'refused' } }, 'page')).toBeDefined();
  expect(store.find(site, { ...landing, locale: 'de' }, 'page')).toBeUndefined();
  expect(store.find(site, { ...landing, variations: ['landings/b'] }, 'page')).toBeUndefined();
  expect(store.find(site, { ...landing, path: '/sale' }, 'page')).toBeUndefined();
  expect(store.find(sampleSite('fedcba9876543210'), landing, 'page')).toBeUndefined();
  expect(store.find(site, landing, 'navigation')).toBeUndefined();
});

test('a page that was being compiled when everything was forgotten is compiled anew for all later requests', async () => {
  const compiled: (() => void)[] = [];
  const store = new PageStore({
    maxBytes: 1e6,
    compile: async (input) => {
      await new Promise<void>((done) => compiled.push(done));
      return sampleTemplate(input);
    },
  });
  const before = store.load(site, landing, 'page');
  store.clear();
  const after = store.load(site, landing, 'page');
  await expect.poll(() => compiled).toHaveLength(2);
  compiled[0]?.();
  await before;
  expect(store.find(site, landing, 'page')).toBeUndefined();
  compiled[1]?.();
  const page = await after;
  expect(store.find(site, landing, 'page')).toBe(page);
});

test('pages of an earlier site are not compressed any more when everything is forgotten', async () => {
  const quick = new PageStore({
    maxBytes: 1e6,
    compile: (input) => Promise.resolve(sampleTemplate(input)),
    compression: 'quick',
  });
  const { encoded } = await quick.load(site, landing, 'page');
  const encoder = new BackgroundEncoder();
  const waiting = [encoder.encode(encoded), encoder.encode(encoded), encoder.encode(encoded)];
  new PageStore({
    maxBytes: 1e6,
    compile: (input) => Promise.resolve(sampleTemplate(input)),
    compression: { encoder, cache: new EncodedPageCache('') },
  }).clear();
  expect(await Promise.all(waiting)).toEqual([expect.objectContaining({ br: expect.anything() }), null, null]);
  await encoder.close();
});

test('the store stays within its bytes and lets go of what was not asked for', async () => {
  const store = new PageStore({ maxBytes: 10_000, compile: (input) => Promise.resolve(sampleTemplate(input)) });
  for (let i = 0; i < 50; i += 1) await store.load(site, { ...landing, path: `/${i}` }, 'page');
  expect(store.bytes).toBeLessThanOrEqual(10_000);
  expect(store.find(site, { ...landing, path: '/49' }, 'page')).toBeDefined();
  expect(store.find(site, { ...landing, path: '/0' }, 'page')).toBeUndefined();
});

test('the first answer is compressed quickly, later ones as small as possible, and a restart finds them on disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pages-'));
  const encoder = new BackgroundEncoder();
  const compression = { encoder, cache: new EncodedPageCache(folder) };
  const compile = async (input: StoredPageRequest) => ({
    ...sampleTemplate(input),
    parts: [`<p>${'A sentence that repeats itself in other words. '.repeat(200)}${input.path}`],
  });
  try {
    const store = new PageStore({ maxBytes: 1e6, compile, compression });
    const quick = await store.load(site, landing, 'page');
    await store.warm(site, landing);
    const best = store.find(site, landing, 'page');
    expect(best?.encoded.br.length).toBeLessThan(quick.encoded.br.length);
    expect(brotliDecompressSync(best?.encoded.br ?? '')).toEqual(brotliDecompressSync(quick.encoded.br));

    const restarted = new PageStore({ maxBytes: 1e6, compile, compression });
    const found = await restarted.load(site, landing, 'page');
    expect(found.encoded.br.equals(best?.encoded.br ?? Buffer.alloc(0))).toBe(true);

    for (const name of await readdir(folder)) await writeFile(join(folder, name), 'half a file');
    const fixed = new PageStore({ maxBytes: 1e6, compile, compression });
    expect((await fixed.load(site, landing, 'page')).encoded.br.equals(quick.encoded.br)).toBe(true);

    const hurried = new PageStore({ maxBytes: 1e6, compile, compression: 'quick' });
    await hurried.warm(site, landing);
    expect(hurried.find(site, landing, 'page')?.encoded.br.equals(quick.encoded.br)).toBe(true);
  } finally {
    await encoder.close();
    await rm(folder, { recursive: true });
  }
});

test('a refused form is compiled once for each way in which it is refused, and each visitor reads what they typed', async () => {
  let compilations = 0;
  const compile = async (input: CompileInput) => {
    compilations += 1;
    return plainCompile(input);
  };
  const store = new PageStore({ maxBytes: 1e6, compile });
  const ask = async (email: string, country: string, error: string) => {
    const state = { form: 'registration' as const, values: { email, country }, errors: { email: error } };
    const { page, values } = await store.loadWithForm(site, landing, state, 'page');
    return buildPersonalBody(page, values, 'identity').toString();
  };
  const anna = await ask('anna@', 'FR', 'errors.email');
  expect(anna).toContain('value="anna@"');
  const other = await ask('"><script>', 'FR', 'errors.email');
  expect(other).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(other).not.toContain('anna');
  expect(compilations).toBe(1);
  expect(await ask('anna@', 'DE', 'errors.email')).toContain('DE');
  expect(compilations).toBe(2);
  await ask('anna@', 'FR', 'errors.firstName');
  expect(compilations).toBe(3);
  await Promise.all([ask('a', 'SE', 'errors.email'), ask('b', 'SE', 'errors.email')]);
  expect(compilations).toBe(4);
});

test('Input that a form does not offer is shown to its visitor and not stored', async () => {
  let compilations = 0;
  const compile = async (input: CompileInput) => {
    compilations += 1;
    return plainCompile(input);
  };
  const store = new PageStore({ maxBytes: 1e6, compile });
  const state = { form: 'registration' as const, values: { country: 'x'.repeat(2000) }, errors: {} };
  await store.loadWithForm(site, landing, state, 'page');
  await store.loadWithForm(site, landing, state, 'page');
  expect(compilations).toBe(2);
});

test('an encoder that is closed finishes the page in its hands, and no thread is torn down while it compresses', async () => {
  for (let round = 0; round < 12; round += 1) {
    const encoder = new BackgroundEncoder();
    const jobs = Array.from({ length: 40 }, (_, index) =>
      encoder.encode(encode({ text: Buffer.from(`page ${index}`), beforeTail: 4 }, 'quick')),
    );
    if (round > 0) await jobs[round % 5];
    await encoder.close();
    const encoded = await Promise.all(jobs);
    expect(encoded[0]).not.toBeNull();
    expect(encoded.at(-1)).toBeNull();
  }
});

test('A closed encoder reports that nothing was made, so that no request waits for it', async () => {
  const encoder = new BackgroundEncoder();
  await encoder.close();
  expect(await encoder.encode(encode({ text: Buffer.from('a'), beforeTail: null }, 'quick'))).toBeNull();
});

test('a page that a build has made is sent as it was made there, its best encoding is made behind it, and nothing is compiled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-built-'));
  const encoder = new BackgroundEncoder();
  const cache = new EncodedPageCache(folder);
  const template = {
    ...sampleTemplate(landing, true),
    tail: [],
  };
  const source = createPageSource(template);
  const job = createEncodeJob(source);
  const page = { ...template, shape: measureShape(source), encoded: encode(job, 'quick'), weight: noWeight };
  const isLanding = (request: StoredPageRequest): boolean => request.path === '/';
  const built = {
    find: (_site: Site, request: StoredPageRequest) =>
      isLanding(request) ? { content: hashJob(job), isBest: false } : undefined,
    read: (_site: Site, request: StoredPageRequest) => Promise.resolve(isLanding(request) ? page : null),
  };
  const compile = () => Promise.reject(new Error('Nothing is to be compiled.'));
  try {
    const store = new PageStore({ maxBytes: 1e6, compile, built, compression: { encoder, cache } });
    expect(store.isAtHand(site, landing, 'page')).toBe(true);
    expect(store.isAtHand(site, landing, 'navigation')).toBe(false);
    expect(store.isAtHand(site, { ...landing, path: '/other' }, 'page')).toBe(false);
    expect(await store.prepare(site, landing)).toBe(true);
    expect(await store.prepare(site, landing)).toBe(false);
    // Pages that were never requested take no memory.
    expect(store.size).toBe(0);
    const sent = await store.load(site, landing, 'page');
    expect(sent.encoded).toEqual(await cache.read(hashJob(job)));
    const values = { [sent.shape.holes[0]?.name ?? '']: 'A value' };
    expect(buildPersonalBody(sent, values, 'identity').toString()).toBe(fillParts(source, values) + source.end);
    await expect(store.load(site, { ...landing, path: '/other' }, 'page')).rejects.toThrow(
      'Nothing is to be compiled.',
    );
  } finally {
    await encoder.close();
    await rm(folder, { recursive: true });
  }
});

test('the pieces that values are put between stay when their page gets its best encoding, and its heads are written anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pieces-'));
  const encoder = new BackgroundEncoder();
  const compile = (input: StoredPageRequest) => Promise.resolve({ ...sampleTemplate(input, true), tail: [] });
  try {
    const compression = { encoder, cache: new EncodedPageCache(folder) };
    const store = new PageStore({ maxBytes: 1e6, compile, compression });
    const quick = await store.load(site, landing, 'page');
    quick.heads.set('200', ['Content-Length', String(quick.encoded.br.length)]);
    await store.warm(site, landing);
    const best = store.find(site, landing, 'page');
    expect(best?.encoded).not.toBe(quick.encoded);
    expect(best?.skeletons).not.toBeNull();
    expect(best?.skeletons).toBe(quick.skeletons);
    expect(best?.heads.size).toBe(0);
  } finally {
    await encoder.close();
    await rm(folder, { recursive: true });
  }
});

test('a visitor who asks for a built page while its best encoding is made has it from then on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-built-'));
  const encoder = new BackgroundEncoder();
  const cache = new EncodedPageCache(folder);
  const template = {
    ...sampleTemplate(landing),
    parts: [`<p>${'A sentence that repeats itself in other words. '.repeat(200)}`],
  };
  const source = createPageSource(template);
  const job = createEncodeJob(source);
  const quick = encode(job, 'quick');
  const built = {
    find: () => ({ content: hashJob(job), isBest: false }),
    // Each reading gives a page of its own.
    read: () => Promise.resolve({ ...template, shape: measureShape(source), encoded: { ...quick }, weight: noWeight }),
  };
  const compile = () => Promise.reject(new Error('Nothing is to be compiled.'));
  try {
    const store = new PageStore({ maxBytes: 1e6, compile, built, compression: { encoder, cache } });
    const preparing = store.prepare(site, landing);
    const sent = await store.load(site, landing, 'page');
    expect(sent.encoded.br.length).toBe(quick.br.length);
    await preparing;
    expect(store.find(site, landing, 'page')?.encoded.br.length).toBeLessThan(quick.br.length);
  } finally {
    await encoder.close();
    await rm(folder, { recursive: true });
  }
});

test('a page that its build has compressed as small as possible is sent as it is, and nothing is made of it again', async () => {
  const encoder = new BackgroundEncoder();
  const cache = new EncodedPageCache(join(tmpdir(), 'vitrine-never-written'));
  const template = { ...sampleTemplate(landing), parts: ['<p>As small as can be.</p>'] };
  const source = createPageSource(template);
  const job = createEncodeJob(source);
  const page = { ...template, shape: measureShape(source), encoded: encode(job, 'best'), weight: noWeight };
  const built = {
    find: () => ({ content: hashJob(job), isBest: true }),
    read: () => Promise.resolve(page),
  };
  const compile = () => Promise.reject(new Error('Nothing is to be compiled.'));
  const store = new PageStore({ maxBytes: 1e6, compile, built, compression: { encoder, cache } });
  expect(await store.prepare(site, landing)).toBe(false);
  expect((await store.load(site, landing, 'page')).encoded).toBe(page.encoded);
  expect(store.encoding).toBe(0);
  expect(await cache.has(hashJob(job))).toBe(false);
  await encoder.close();
});

const noWeight = { document: '', locale: 'en' as const, html: 0, scripts: 0, images: 0, heaviest: [] };
