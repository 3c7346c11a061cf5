import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findFormView, listNotes, send, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, LANDING, serveContent } from '#tests/helpers/content-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const FILE = `pages-config/${LANDING}.json`;

const image = async (colour: string, name = 'Große Halle.JPG'): Promise<File> => {
  const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: colour } });
  return new File([new Uint8Array(await flat.jpeg().toBuffer())], name);
};

const pathIn = ({ location }: Answer): string =>
  new URL(location ?? '', 'http://localhost').searchParams.get('picture') ?? '';

const mistakeIn = (answer: Answer, form: string) => findField(answer, form, ({ name }) => name === 'file')?.error;

describe('the media library', () => {
  const { start } = bench('sqlite');
  afterEach(() => vi.unstubAllEnvs());

  test('takes an image with its description, shows it, and knows it when it comes again', async () => {
    const { visitor, sent } = await serveContent(start, {});
    const form = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const typed = { 'alt-en': 'The hall', 'alt-de': 'Die Halle' };
    const answer = await send(visitor, form, { ...typed, file: await image('#6B1221') });

    const path = pathIn(answer);
    expect(path).toMatch(/^images\/uploads\/grosse-halle-[0-9a-f]{10}\.jpg$/);
    const page = await visitor.get(answer.location ?? '');
    expect(listNotes(page)).toContain('The image is uploaded. Drafts can show it now.');
    expect(findField(page, 'describe-picture', ({ name }) => name === 'alt-de')).toMatchObject({
      value: 'Die Halle',
      lang: 'de',
    });
    const thumbnail = await visitor.get(`/do/admin/file/picture?path=${path}`);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect(thumbnail.headers.get('cache-control')).toContain('private');

    const again = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const known = await sent(visitor, again, { file: await image('#6B1221') });
    expect(listNotes(known)).toContain('This image was uploaded before. Nothing was changed.');
    const listed = async (query: string) =>
      findTable(await visitor.get(`/admin/media${query}`)).rows.map(({ key }) => key);
    expect(await listed('')).toEqual([path, 'images/emblem.png', 'images/satin.jpg']);
    expect(await listed('?q=HALLE')).toEqual([path]);
    expect(await listed('?kind=built')).toEqual(['images/emblem.png', 'images/satin.jpg']);
    expect(await listed('?state=unused')).toContain(path);
    expect(await listed('?state=undescribed')).toEqual([path]);
  });

  test('takes an image of the studio, and says in its answer what is wrong with another file', async () => {
    const { visitor } = await serveContent(start, {});
    const form = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const studio = { ...form, action: form.action.replace('upload-picture', 'studio-upload') };
    const answer = async (file: File): Promise<unknown> => JSON.parse((await send(visitor, studio, { file })).body);
    expect(await answer(await image('#6B1221'))).toEqual({
      code: 'UPLOADED',
      image: {
        path: expect.stringMatching(/^images\/uploads\/grosse-halle-/),
        name: 'Große Halle.JPG',
        metadata: { alt: {}, isDecorative: false, focus: { x: 50, y: 50 } },
      },
    });
    expect(await answer(new File(['<svg/>'], 'hall.png'))).toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/^SVG files are not taken/),
    });
  });

  test('refuses a file that is not an image, or too long, in a sentence at the field, and stores nothing', async () => {
    const { visitor, backend } = await serveContent(start, {});
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
    vi.stubEnv('TMPDIR', folder);
    const form = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const refusal = async (file: File) =>
      mistakeIn(await send(visitor, form, { 'alt-en': 'A', file }), 'upload-picture');
    expect(await refusal(new File([], '', { type: 'application/octet-stream' }))).toBe('Choose a file.');
    expect(await refusal(new File(['PK\u0003\u0004'], 'hall.png'))).toMatch(
      /^The file holds no JPEG, PNG, WebP or AVIF/,
    );
    expect(await refusal(new File(['<svg/>'], 'hall.png'))).toMatch(/^SVG files are not taken/);
    const whole = new Uint8Array(await (await image('#000')).arrayBuffer());
    expect(await refusal(new File([whole.subarray(0, 300)], 'hall.jpg'))).toMatch(
      /^The image cannot be read to its end/,
    );
    const again = await send(visitor, form, { 'alt-en': 'Typed', file: new File(['x'], 'a.png') });
    expect(findField(again, 'upload-picture', ({ name }) => name === 'alt-en')?.value).toBe('Typed');
    const file = new File([new Uint8Array(26_000_000)], 'hall.jpg');
    const long = await send(visitor, form, { file, 'alt-en': 'Typed' });
    expect(long.status).toBe(413);
    expect(findFormView(long, 'upload-picture').error).toMatch(/^The file is larger than 25 MB/);
    expect(findField(long, 'upload-picture', ({ name }) => name === 'alt-en')?.value).toBe('Typed');
    expect(await backend.uploads.list()).toEqual([]);
    await expect.poll(() => readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('a click on the image says its focal point, a key on it nothing, and numbers say it, too', async () => {
    const { visitor, sent, backend } = await serveContent(start, {});
    const upload = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const path = pathIn(await send(visitor, upload, { file: await image('#6B1221') }));
    const page = () => visitor.get(`/admin/media?picture=${path}`);
    const focus = async () => (await backend.uploads.read(path))?.focus;
    const pair = readView(await page()).sections.find(({ kind }) => kind === 'pair');
    const form = findFormView({ data: { view: pair } }, 'set-focus');
    expect(form.fields[0]).toMatchObject({ type: 'image', image: { width: 320, height: 240 } });
    await send(visitor, form, { 'focus.x': '80', 'focus.y': '60' });
    expect(await focus()).toEqual({ x: 25, y: 25 });
    await send(visitor, form, { 'focus.x': '0', 'focus.y': '0' });
    expect(await focus()).toEqual({ x: 25, y: 25 });
    await sent(visitor, findFormView(await page(), 'describe-picture'), { 'focus-x': '70', 'focus-y': '10' });
    expect(await focus()).toEqual({ x: 70, y: 10 });
    const wrong = await send(visitor, findFormView(await page(), 'describe-picture'), { 'focus-x': '170' });
    expect(findField(wrong, 'describe-picture', ({ name }) => name === 'focus-x')?.error).toMatch(
      /^Enter a whole number/,
    );
  });

  test('an image is replaced in a draft, published, and not deleted while a page shows it', async () => {
    const { visitor, sent, backend, publications, live, inDraft } = await serveContent(start, {});
    const page = (path: string) => visitor.get(`/admin/media?picture=${path}`);
    const replaced = await sent(visitor, findFormView(await page('images/satin.jpg'), 'replace-picture'), {
      file: await image('#123456', 'new.jpg'),
    });
    expect(listNotes(replaced)).toContain(
      'The draft shows the new image. Visitors see it when the draft is published.',
    );
    const [draft] = await publications.listDrafts();
    const [upload] = await backend.uploads.list();
    const path = upload?.path ?? '';
    expect(await inDraft(draft?.id ?? '', FILE)).toContain(path);
    expect(await live(FILE)).not.toContain(path);

    const review = await visitor.get(`/admin/publish?draft=${draft?.id}`);
    const published = await sent(visitor, findFormView(review, 'publish-draft'), { note: 'New image' });
    expect(listNotes(published)).toContain('Published.');
    expect(await live(FILE)).toContain(path);
    expect(findTable(await page(path)).rows.map(({ cells }) => cells.map(({ text }) => text))).toContainEqual([
      FILE,
      'published',
    ]);
    const { action, ...form } = findFormView(await page(path), 'replace-picture');
    const removal = { ...form, action: action.replace('replace-picture', 'remove-picture'), multipart: false };
    const refused = await send(visitor, removal);
    expect(refused.status).toBe(422);
    expect(await backend.uploads.read(path)).not.toBeNull();
  });

  test('what no file names is deleted, with what was made of it', async () => {
    const { visitor, sent, backend } = await serveContent(start, {});
    const upload = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    const path = pathIn(await send(visitor, upload, { file: await image('#6B1221') }));
    const removed = await sent(
      visitor,
      findFormView(await visitor.get(`/admin/media?picture=${path}`), 'remove-picture'),
    );
    expect(listNotes(removed)).toContain('The image is deleted.');
    expect([await backend.uploads.list(), await backend.uploads.readContent(path)]).toEqual([[], null]);
  });

  test('a draft that names an image which was never uploaded is refused', async () => {
    const { visitor, publications, id, makeDraft, live } = await serveContent(start, {});
    const draft = await makeDraft();
    const content = (await live(FILE))?.replace('images/satin.jpg', 'images/uploads/none-0123456789.jpg') ?? '';
    await publications.saveFiles({ draft, files: [{ path: FILE, content, version: 0 }], actor: id });
    const review = await visitor.get(`/admin/publish?draft=${draft}`);
    expect(JSON.stringify(readView(review))).toContain('There is no image');
  });
});
