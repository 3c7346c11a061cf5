import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { createImageFiles } from './image-files.ts';
import { isUploadPath, listImagePaths, buildUploadPath } from './image-paths.ts';

const actor = 'author-1';
const hash = 'ab12'.repeat(16);

describe('an uploaded image', () => {
  test.each([
    ['Große Halle (2).JPG', 'grosse-halle-2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Łódź – Ünïcode.jpeg', 'odz-unicode'],
    ['日本.png', 'picture'],
    ['a'.repeat(500), 'a'.repeat(60)],
    ['"><script>.png', 'script'],
  ])('has a path of letters, digits and its hash, whatever its file is called', (name, stem) => {
    const path = buildUploadPath({ name, hash, format: 'jpeg' });
    expect(path).toBe(`images/uploads/${stem}-ab12ab12ab.jpg`);
    expect(isUploadPath(path)).toBe(true);
  });

  test('is found in a document however its slashes are written', () => {
    const text = '{"a":"images/uploads/a-1.jpg","b":"images\\/b.png","c":"images/uploads/a-1.jpg","d":"/images.jpg"}';
    expect(listImagePaths(text)).toEqual(['images/uploads/a-1.jpg', 'images/b.png']);
  });
});

describe.each(engines)('uploads on %s', (engine) => {
  const { start } = bench(engine);
  const bytes = (text: string): Buffer => Buffer.from(text);
  const image = (content: string) => ({
    content: bytes(content),
    hash: content.padEnd(64, '0'),
    format: 'jpeg' as const,
    width: 400,
    height: 300,
    thumbnail: bytes('small'),
  });
  const metadata = { alt: { en: 'The hall' }, isDecorative: false, focus: { x: 10, y: 20 } };
  const LANDING = 'pages-config/landings/default.json';

  async function serve() {
    const backend = await start({ project: publishedProject() });
    const { path } = await backend.uploads.add({ image: image('aa'), name: 'hall.jpg', metadata, actor });
    const files = createImageFiles(backend.ports);
    const use = async (): Promise<string> => {
      const { id } = await backend.publications.createDraft({ name: 'Spring', actor });
      const text = (await backend.publications.readContent()).get(LANDING) ?? '';
      const content = text.replace('images/satin.jpg', path);
      await backend.publications.saveFiles({ draft: id, files: [{ path: LANDING, content, version: 0 }], actor });
      return id;
    };
    return { backend, path, files, use };
  }

  test('are stored with their bytes once, and not removed while a draft names them', async () => {
    const { backend, path, use } = await serve();
    const { uploads, publications } = backend;
    const again = await uploads.add({ image: image('aa'), name: 'hall.jpg', metadata, actor });
    expect(again).toEqual({ path, isNew: false });
    expect(await uploads.list()).toMatchObject([{ path, name: 'hall.jpg', ...metadata, uploadedBy: actor }]);
    expect(Buffer.from((await uploads.readContent(path)) ?? [])).toEqual(bytes('aa'));
    const draft = await use();
    const at = { kind: 'draft', draft, name: 'Spring' };
    expect(await uploads.remove({ path, actor })).toEqual({ code: 'USED', uses: [{ file: LANDING, at }] });
    expect(await uploads.mentionedIn([new Map([[LANDING, `"${path}"`]])])).toEqual([
      { path, file: { format: 'jpeg', width: 400, height: 300, bytes: 2, frames: 1 } },
    ]);
    await publications.discardDraft({ draft, actor });
    expect(await uploads.remove({ path, actor })).toEqual({ code: 'REMOVED' });
    expect(await uploads.remove({ path, actor })).toEqual({ code: 'NONE' });
  });

  test('the first bytes that a node stores for a file are those of all nodes, and go with the upload', async () => {
    const { backend, path, files } = await serve();
    const task = {
      kind: 'picture' as const,
      path: 'assets/images/hall.0a1b2c3d.720.avif',
      where: LANDING,
      src: path,
      crop: { x: 0, y: 0, width: 1, height: 1 },
      grade: 'none' as const,
      ground: '#FFFFFF',
      format: 'avif' as const,
      width: 720,
    };
    await files.plan([task]);
    await files.plan([task]);
    expect([await files.findTasks([task.path, 'assets/images/other']), await files.read(task.path)]).toEqual([
      [task],
      null,
    ]);
    expect(Buffer.from(await files.store(task.path, bytes('first')))).toEqual(bytes('first'));
    expect(Buffer.from(await files.store(task.path, bytes('second')))).toEqual(bytes('first'));
    await backend.uploads.remove({ path, actor });
    expect(await files.findTasks([task.path])).toEqual([]);
  });

  test('that nothing uses are deleted after 400 days, used ones stay', async () => {
    const { backend, path, use } = await serve();
    await use();
    await backend.uploads.add({ image: image('bb'), name: 'spare.jpg', metadata, actor });
    for (const days of [200, 190, 30]) {
      backend.pass(days * DAY);
      // The draft is unchanged, too, which has a retention of its own.
      await backend.ports.database.db
        .updateTable('drafts')
        .set({ changed_at: getCurrentTimestamp(backend.ports.clock) })
        .execute();
      await backend.runMaintenance();
    }
    expect((await backend.uploads.list()).map((each) => each.path)).toEqual([path]);
  });
});
