import { expect, test } from 'vitest';
import type { Compiler } from '#engine/compile/types.ts';
import type { ResolveInput, ResolveResult } from '#engine/documents/types.ts';
import { sampleFinding, sampleSite, sampleTemplate } from '#tests/helpers/small-site.ts';
import { SiteStore, type SiteStoreOptions } from './site-store.ts';

const input: ResolveInput = { layers: [], images: [], deployment: sampleSite().deployment, journeys: [] };
const good = (revision: string): ResolveResult => ({ ok: true, site: sampleSite(revision), warnings: [] });
const compiler: Compiler = {
  buildId: 'b',
  identifyAssets: () => 'a',
  compile: (page) => Promise.resolve(sampleTemplate(page)),
};

function makeSiteStore(
  results: ResolveResult[],
  prepare: () => Promise<Compiler> = () => Promise.resolve(compiler),
  more: Pick<SiteStoreOptions, 'explain'> = {},
): SiteStore {
  return new SiteStore({
    read: () => Promise.resolve(input),
    resolve: () => results.shift() ?? good('none'),
    prepare,
    ...more,
    now: () => 7,
  });
}

test('a refused reload keeps the last good site and says so', async () => {
  const siteStore = makeSiteStore([good('one'), { ok: false, findings: [sampleFinding] }, good('two')]);
  await siteStore.reload();
  expect(await siteStore.reload()).toEqual({ kind: 'refused', findings: [sampleFinding] });
  expect(siteStore.current.revision).toBe('one');
  expect(siteStore.status).toMatchObject({ revision: 'one', refused: { findings: [sampleFinding] } });
  await siteStore.reload();
  expect(siteStore.status).toMatchObject({ revision: 'two', refused: null });
});

test('a document that no block can render is refused before any visitor asks for it', async () => {
  let broken = false;
  const fragile: Compiler = {
    buildId: 'b',
    identifyAssets: () => 'a',
    compile: (page) => (broken ? Promise.reject(new Error('A block broke.')) : compiler.compile(page)),
  };
  const changed = sampleSite('two');
  const documents = new Map(
    [...changed.documents].map(([id, document]) => [id, { ...document, hash: `${document.hash}*` }]),
  );
  const siteStore = makeSiteStore([good('one'), { ok: true, site: { ...changed, documents }, warnings: [] }], () =>
    Promise.resolve(fragile),
  );
  await siteStore.reload();
  broken = true;
  expect(await siteStore.reload()).toMatchObject({
    kind: 'refused',
    findings: [{ message: expect.stringContaining('A block broke.') }],
  });
  expect(siteStore.current.revision).toBe('one');
});

test('equal documents change nothing', async () => {
  const siteStore = makeSiteStore([good('one'), good('one')]);
  await siteStore.reload();
  const site = siteStore.current;
  expect(await siteStore.reload()).toEqual({ kind: 'unchanged' });
  expect(siteStore.current).toBe(site);
});

test('before the first site there is nothing to send, and asking says so', () => {
  expect(() => makeSiteStore([]).current).toThrow('No site was loaded yet');
});

test('a site that cannot be prepared is refused by the mistake in its documents, where it is known', async () => {
  const failure = new Error('The image crosses the limit of its grade.');
  const fail = (): Promise<Compiler> => Promise.reject(failure);
  const explain = (reason: unknown) => Promise.resolve(reason === failure ? [sampleFinding] : null);
  expect(await makeSiteStore([good('one')], fail, { explain }).reload()).toMatchObject({ findings: [sampleFinding] });
  const unknown = makeSiteStore([good('one')], fail, { explain: () => Promise.resolve(null) });
  expect(await unknown.reload()).toMatchObject({ findings: [{ rule: 'page-compiles' }] });
});
