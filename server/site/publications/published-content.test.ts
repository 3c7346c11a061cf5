import { describe, expect, test } from 'vitest';
import type { Compiler } from '#engine/compile/types.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { buildSiteHealth } from '#server/site/store/build-site-health.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { type Changes, smallProject } from '#tests/helpers/small-project.ts';
import { sampleTemplate } from '#tests/helpers/small-site.ts';
import { PublishedContent } from './published-content.ts';

const TEXTS = 'locales/en/landing.json';
const actor = 'author-1';
const log = { info: () => undefined, warn: () => undefined };
const compiler: Compiler = {
  buildId: 'b',
  identifyAssets: () => 'a',
  compile: (page) => Promise.resolve(sampleTemplate(page)),
};

test('the files of a build are read once until they may have changed, and again after a failure', async () => {
  const builds = [
    new Error('The disk is away.'),
    smallProject(),
    smallProject({ [TEXTS]: () => '{ "hero": "Other" }' }),
  ];
  const content = new PublishedContent(async () => {
    const build = builds.shift() ?? new Error('Read too often.');
    if (build instanceof Error) throw build;
    return build;
  });
  await expect(content.read()).rejects.toThrow('The disk is away.');
  const [first, again] = [await content.read(), await content.read()];
  expect(again.layers).toBe(first.layers);
  content.forget();
  expect((await content.files()).get(TEXTS)).toContain('Other');
  expect((await content.read()).layers[0]?.files.get(TEXTS)).toContain('Other');
});

describe.each(engines)('nodes that follow publications on %s', (engine) => {
  const { start, location } = bench(engine);

  /** A server process without its pages. */
  async function node(
    where: Parameters<typeof start>[0],
    build: Changes = {},
    compiles: Compiler = compiler,
    warn: (about: object) => void = log.warn,
  ) {
    const files = publishedProject(build);
    const content = new PublishedContent(async () => smallProject(build));
    const store = new SiteStore({
      read: () => content.read(),
      resolve,
      prepare: () => Promise.resolve(compiles),
      now: Date.now,
    });
    const whenServed = (revision: number): Promise<void> => store.whenServed(revision);
    const backend = await start({ ...where, project: { ...files, whenServed } });
    await store.reload();
    const end = await content.follow({
      uploadsIn: async () => [],
      ...backend.ports,
      log: { ...log, warn },
      siteStore: store,
    });
    const hero = () => store.current.texts.get('en')?.get('landing.hero');
    return { ...backend, store, content, hero, end };
  }
  type Node = Awaited<ReturnType<typeof node>>;

  async function put({ publications }: Node, hero: string, goesLiveAt: number | null = null) {
    const built = (await publications.readContent()).get(TEXTS) ?? '';
    const { id } = await publications.createDraft({ name: 'Hero', actor });
    const content = JSON.stringify({ ...(JSON.parse(built) as object), hero }, null, 2);
    await publications.saveFiles({ draft: id, files: [{ path: TEXTS, content, version: 0 }], actor });
    expect(await publications.publish({ draft: id, note: '', goesLiveAt, actor, key: id })).toMatchObject({
      code: 'PUBLISHED',
    });
    return content;
  }

  test('send a publication once it is confirmed, a roll-back and a scheduled revision without a restart, and at their start', async () => {
    const where = await location();
    const [one, other] = [await node(where), await node(where)];
    const both = () => [one.hero(), other.hero()];
    expect(both()).toEqual(['Come in', 'Come in']);
    await put(one, 'Hello');
    expect(one.hero()).toBe('Hello');
    await expect.poll(both).toEqual(['Hello', 'Hello']);
    const later = await node(where);
    expect([later.hero(), later.store.status.published]).toEqual(['Hello', 1]);
    await later.end();
    await put(other, 'Next hour', START + HOUR);
    one.pass(HOUR);
    other.pass(HOUR);
    await expect.poll(both).toEqual(['Next hour', 'Next hour']);
    await one.publications.rollBack({ to: 0, note: '', actor, key: 'back' });
    await expect.poll(both).toEqual(['Come in', 'Come in']);
    expect(one.store.status).toMatchObject({ published: 3, refused: null });
    await Promise.all([one.end(), other.end()]);
  });

  test('keep the last good site where an older engine refuses a revision, and say so', async () => {
    const where = await location();
    const publisher = await node(where);
    let isOld = false;
    const old: Compiler = {
      ...compiler,
      compile: (page) => (isOld ? Promise.reject(new Error('A block broke.')) : compiler.compile(page)),
    };
    const other = await node(where, {}, old);
    isOld = true;
    const { publications } = publisher;
    const { id } = await publications.createDraft({ name: 'Route', actor });
    const path = 'pages-config/pages/about-us.json';
    const page = (await publications.readContent()).get(path) ?? '';
    const content = page.replace('"/about-us"', '"/about"');
    await publications.saveFiles({ draft: id, files: [{ path, content, version: 0 }], actor });
    await publications.publish({ draft: id, note: '', goesLiveAt: null, actor, key: id });
    const details = () => buildSiteHealth(() => other.store.status)().details;
    await expect.poll(details).toMatchObject({ site: { published: 0, refused: { published: 1 } } });
    await expect.poll(() => publisher.store.status.published).toBe(1);
    await publications.rollBack({ to: 0, note: '', actor, key: 'back' });
    await expect.poll(() => other.store.status).toMatchObject({ published: 2, refused: null });
    await Promise.all([publisher.end(), other.end()]);
  });

  test('a build with the published content retires it: the next build wins, and the build before still sends it', async () => {
    const where = await location();
    const before = await node(where);
    const content = await put(before, 'Hello');
    const absorbing = await node(where, { [TEXTS]: content });
    const next = await node(where, { [TEXTS]: (text) => text.replace('Come in', 'From git') });
    expect([absorbing.hero(), next.hero()]).toEqual(['Hello', 'From git']);
    const old = await node(where);
    expect(old.hero()).toBe('Hello');
    await Promise.all([before, absorbing, next, old].map(({ end }) => end()));
  });

  test('a node says at its start which publications are live in place of files that its build changed in another way', async () => {
    const where = await location();
    const before = await node(where);
    await put(before, 'Hello');
    const warned: object[] = [];
    const other = await node(where, { [TEXTS]: (text) => text.replace('Come in', 'From git') }, compiler, (about) =>
      warned.push(about),
    );
    expect(warned).toEqual([{ files: [{ path: TEXTS, published: 1 }] }]);
    expect(other.hero()).toBe('Hello');
    await Promise.all([before.end(), other.end()]);
  });

  test('what was known holds while the database is away', async () => {
    const where = await location();
    const one = await node(where);
    await put(one, 'Hello');
    await expect.poll(() => one.hero()).toBe('Hello');
    const warned: unknown[] = [];
    const db = new Proxy(one.ports.database.db, {
      get() {
        throw new Error('The database is out.');
      },
    });
    const end = await one.content.follow({
      uploadsIn: async () => [],
      ...one.ports,
      database: { ...one.ports.database, db },
      log: { ...log, warn: (...args: unknown[]) => void warned.push(args) },
      siteStore: one.store,
    });
    expect([warned.length, one.hero()]).toEqual([1, 'Hello']);
    await Promise.all([end(), one.end()]);
  });
});
