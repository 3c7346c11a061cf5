import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFormView, findTable, listNotes, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, LANDING, serveContent } from '#tests/helpers/content-pages.ts';

const FILE = `pages-config/${LANDING}.json`;
const PLACE = 'blocks[1].image';

describe('pictures of a document', () => {
  const { start } = bench('sqlite');

  async function serve() {
    const served = await serveContent(start, {});
    const draft = await served.makeDraft();
    const open = (place = PLACE) => served.page(draft, `&part=pictures&place=${encodeURIComponent(place)}`);
    const flat = sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#6B1221' } });
    const file = new File([new Uint8Array(await flat.jpeg().toBuffer())], 'Hall.jpg');
    const imageIn = async () => {
      const { blocks } = JSON.parse(await served.inDraft(draft, FILE)) as { blocks: readonly { image?: object }[] };
      return blocks[1]?.image;
    };
    return { ...served, draft, open, file, imageIn };
  }

  test('are listed with their places; a file that is uploaded there replaces one, with what was typed', async () => {
    const { visitor, sent, draft, page, open, file, imageIn, backend } = await serve();
    const rows = findTable(await page(draft, '&part=pictures')).rows.map(({ cells: [cell] }) => cell);
    expect(rows).toMatchObject([{ text: 'Image in link previews' }, { text: 'Hero', sub: 'Image' }]);
    const form = findFormView(await open(), 'save-picture');
    expect(form.fields[0]).toMatchObject({ type: 'pictures', value: 'images/satin.jpg' });
    const saved = await sent(visitor, form, { src: 'images/satin.jpg', file, 'alt-de': 'Die Halle' });
    expect(listNotes(saved)).toContain('The image is saved in the draft.');
    const [upload] = await backend.uploads.list();
    expect(await imageIn()).toEqual({
      src: upload?.path,
      grade: 'dark',
      alt: {
        en: 'Die Halle',
        de: 'Die Halle',
        fr: 'Die Halle',
        it: 'Die Halle',
        nl: 'Die Halle',
        pl: 'Die Halle',
        sv: 'Die Halle',
      },
    });
  });

  test('are chosen from the library with its words and focal point, and not over a choice that was not seen', async () => {
    const { visitor, sent, open, file, imageIn, inDraft, backend, publications, id, draft } = await serve();
    const upload = findFormView(await visitor.get('/admin/media'), 'upload-picture');
    await send(visitor, upload, { file, decorative: 'on' });
    const [image] = await backend.uploads.list();
    const path = image?.path ?? '';
    await backend.uploads.describe({
      path,
      metadata: { alt: {}, isDecorative: true, focus: { x: 25, y: 40 } },
      actor: id,
    });
    const [form, late] = [findFormView(await open(), 'save-picture'), findFormView(await open(), 'save-picture')];
    await sent(visitor, form, { src: path });
    expect(await imageIn()).toEqual({ src: path, grade: 'dark', decorative: true, focus: { x: 0.25, y: 0.4 } });
    const refused = await send(visitor, late, { src: 'images/emblem.png' });
    expect(listNotes(refused)).toContainEqual(expect.stringMatching(/^Another image was chosen here/));
    const { errors } = await publications.check(draft);
    expect(errors).toEqual([]);

    // A page without an image of its own for link previews gets one, and returns to that of the site.
    const link = async (src: string) => sent(visitor, findFormView(await open('meta.image'), 'save-picture'), { src });
    const before = await inDraft(draft, FILE);
    await link(path);
    expect(JSON.parse(await inDraft(draft, FILE)).meta.image).toMatchObject({ src: path, decorative: true });
    await link('');
    expect(await inDraft(draft, FILE)).toBe(before);
    const wrong = await send(visitor, findFormView(await open(), 'save-picture'), {
      src: path,
      file: new File(['x'], 'a.png'),
    });
    expect(findField(wrong, 'save-picture', ({ name }) => name === 'file')?.error).toMatch(/^The file holds no JPEG/);
  });
});
