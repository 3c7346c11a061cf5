import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readCommit } from '#engine/cli/impact/read-commit.ts';
import { readProject } from '#engine/documents/read-project.ts';
import type { FileContent } from '#server/site/publications/publications.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import { bench, engines } from '#tests/helpers/backend.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { createPublishedProject } from './create-published-project.ts';
import { pullFiles } from './pull-files.ts';
import { pushFiles } from './push-files.ts';

const TEXTS = 'locales/en/landing.json';
const LANDING = 'pages-config/landings/default.json';
const SUMMER = 'pages-config/landings/summer.json';
const PAGE = 'pages-config/pages/about-us.json';
const actor = 'author-1';
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

describe.each(engines)('files of a checkout and publications on %s', (engine) => {
  const { start, location } = bench(engine);

  /** A server with the small project, and a checkout of it beside. */
  async function checkout() {
    const at = mkdtempSync(join(tmpdir(), 'vitrine-checkout-'));
    folders.push(at);
    cpSync('tests/invalid-projects/project', at, { recursive: true });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: at });
    const commit = (): void => {
      git('add', '.');
      git('commit', '-qm', 'A commit');
    };
    git('init', '-q');
    commit();
    const where = await location();
    let uploads: Uploads | null = null;
    const served = publishedProject({}, async (overlays) => (await uploads?.mentionedIn(overlays)) ?? []);
    const server = await start({ ...where, project: served });
    uploads = server.uploads;
    const read = (path: string): FileContent =>
      existsSync(join(at, path)) ? readFileSync(join(at, path), 'utf8') : null;
    const edit = (path: string, from: string, to: string): void =>
      writeFileSync(join(at, path), (read(path) ?? '').replace(from, to));
    const put = async (changes: Readonly<Record<string, FileContent>>): Promise<void> => {
      const { id } = await server.publications.createDraft({ name: 'Summer', actor });
      for (const [path, content] of Object.entries(changes))
        await server.publications.saveFiles({ draft: id, files: [{ path, content, version: 0 }], actor });
      const request = { draft: id, note: '', goesLiveAt: null, actor, key: id, overrides: Object.keys(changes) };
      expect(await server.publications.publish(request)).toMatchObject({ code: 'PUBLISHED' });
    };
    const pull = async ({ isDry = false, isForced = false } = {}) => {
      const backend = await start({ ...where, project: createPublishedProject(readProject(at)) });
      return pullFiles(backend, at, { isDry, isForced });
    };
    const push = async (name = 'Pushed') => {
      const comparison = readCommit(at, 'HEAD');
      const { publications } = await start({ ...where, project: createPublishedProject(comparison.before) });
      return pushFiles(publications, { name, at, comparison });
    };
    const text = (hero: string) =>
      readFileSync(join('tests/invalid-projects/project', TEXTS), 'utf8').replace('Come in', hero);
    return { server, served, at, commit, read, edit, put, pull, push, text };
  }

  test('pull writes and deletes what was published, and takes back what was rolled back', async () => {
    const { server, put, pull, read, text } = await checkout();
    const built = read(TEXTS);
    await put({ [TEXTS]: text('Hello'), [SUMMER]: null });
    expect(await pull({ isDry: true })).toEqual([
      `${TEXTS}  would be written, as of publication 1`,
      `${SUMMER}  would be deleted, as of publication 1`,
      'Nothing was written.',
    ]);
    expect(read(TEXTS)).toBe(built);
    expect(await pull()).toHaveLength(3);
    expect([read(TEXTS), read(SUMMER)]).toEqual([text('Hello'), null]);
    expect(await pull()).toEqual(['Every file is as published.']);
    // What an earlier call wrote is not a user's change.
    await put({ [TEXTS]: text('Hello again') });
    expect((await pull())[0]).toBe(`${TEXTS}  written, as of publication 2`);
    await server.publications.rollBack({ to: 0, note: '', actor, key: 'back' });
    expect(await pull()).toHaveLength(3);
    expect([read(TEXTS), read(SUMMER)]).toEqual([built, expect.any(String)]);
  });

  test('pull overwrites changes that are stored nowhere else only by force, and says which files both changed', async () => {
    const { put, pull, read, edit, commit, text } = await checkout();
    await put({ [TEXTS]: text('Hello'), [SUMMER]: null });
    edit(TEXTS, 'Come in', 'Mine');
    await expect(pull()).rejects.toThrow(new RegExp(`^Nothing was written\\..*:\n {2}${TEXTS}\nCommit or discard`));
    expect([read(TEXTS), read(SUMMER)]).toEqual([text('Mine'), expect.any(String)]);
    commit();
    const drift = `${TEXTS}  would be written, as of publication 1; it was changed here in another way since: merge both`;
    expect((await pull({ isDry: true }))[0]).toBe(drift);
    edit(TEXTS, 'Mine', 'Mine, too');
    await pull({ isForced: true });
    expect(read(TEXTS)).toBe(text('Hello'));
  });

  test('pull writes the uploaded images that published documents name; a build with them retires the publication', async () => {
    const { server, served, at, put, pull, read } = await checkout();
    const bytes = Buffer.from('an image');
    const { path } = await server.uploads.add({
      image: { content: bytes, hash: 'a'.repeat(64), format: 'jpeg', width: 3_000, height: 2_000, thumbnail: bytes },
      name: 'Hall.jpg',
      metadata: { alt: {}, isDecorative: true, focus: { x: 50, y: 50 } },
      actor,
    });
    const content = (read(LANDING) ?? '').replace('images/satin.jpg', path);
    await put({ [LANDING]: content });
    expect(await pull()).toEqual([
      `${path}  written, as it was uploaded`,
      `${LANDING}  written, as of publication 1`,
      expect.stringMatching(/^Run/),
    ]);
    expect(readFileSync(join(at, path))).toEqual(bytes);
    served.build({ [LANDING]: content });
    expect([await pull(), await server.uploads.mentionedIn([])]).toEqual([['Every file is as published.'], []]);
  });

  test('push makes a draft of changed content; what was published meanwhile is a conflict when it is published', async () => {
    const { server, put, push, read, edit, text } = await checkout();
    expect((await push()).draft).toBeNull();
    await put({ [TEXTS]: text('Hello') });
    edit(TEXTS, 'Come in', 'Mine');
    edit(PAGE, '"/about-us"', '"/about"');
    edit('pages-config/brand.json', '{', '{ ');
    const { draft, lines } = await push();
    expect(lines).toEqual([
      `${TEXTS}  changed; published meanwhile`,
      `${PAGE}  changed`,
      'Only documents and texts are in drafts, not: pages-config/brand.json',
    ]);
    const wish = { draft: draft ?? '', note: '', goesLiveAt: null, actor };
    expect(await server.publications.publish({ ...wish, key: 'first' })).toMatchObject({
      code: 'CONFLICT',
      files: [{ path: TEXTS, base: text('Come in'), live: text('Hello'), content: text('Mine') }],
    });
    await server.publications.publish({ ...wish, key: 'second', overrides: [TEXTS] });
    const live = await server.publications.readContent();
    expect([live.get(TEXTS), live.get(PAGE)]).toEqual([text('Mine'), read(PAGE)]);
  });

  test('push leaves no draft when a file cannot be in one', async () => {
    const { server, push, edit } = await checkout();
    edit(PAGE, '"/about-us"', '"/about-us');
    await expect(push()).rejects.toThrow('There is no draft');
    expect(await server.publications.listDrafts()).toEqual([]);
  });

  test('a build that changes a published file in another way is drift', async () => {
    const { server, served, put, text } = await checkout();
    await put({ [TEXTS]: text('Hello') });
    expect(await server.systemStatus.driftedFiles()).toEqual([]);
    served.build({ [TEXTS]: text('From git') });
    expect(await server.systemStatus.driftedFiles()).toMatchObject([{ path: TEXTS, revision: 1 }]);
  });
});
