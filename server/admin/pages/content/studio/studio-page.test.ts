import { expect, test } from 'vitest';
import type { PreviewAnswer, SaveAnswer, StudioDocument, StudioEdits } from '#engine/studio/protocol.ts';
import { withValue } from '#engine/studio/edit-json.ts';
import { findFormView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { LANDING, serveContent } from '#tests/helpers/content-pages.ts';

const { start } = bench('sqlite');
const FILE = `pages-config/${LANDING}.json`;
const KEY = 'landing.hero';

test('the studio opens a document, shows edits before they are stored, and stores them unless others did meanwhile', async () => {
  const { visitor, draftOf, inDraft, publications, id } = await serveContent(start, {});
  const draft = await draftOf();
  const { hidden } = findFormView(
    await visitor.get(`/admin/content?document=${LANDING}&draft=${draft}&part=json`),
    'save-json',
  );
  const fetched = async (name: string) =>
    (await visitor.get(`/do/admin/file/${name}?draft=${draft}&document=${LANDING}&locale=de`)).body;
  const sent = async (action: string, edits: StudioEdits): Promise<unknown> => {
    const fields = { ...hidden, draft, document: LANDING, locale: 'de', edits: JSON.stringify(edits) };
    return JSON.parse((await visitor.submit(`admin/${action}`, fields)).body);
  };
  const preview = async (edits: StudioEdits) => (await sent('studio-preview', edits)) as PreviewAnswer;
  const save = async (edits: StudioEdits) => (await sent('studio-save', edits)) as SaveAnswer;

  const opened = JSON.parse(await fetched('studio-document')) as StudioDocument;
  const hero = opened.outline.find((block) => block.id === 'hero');
  expect(hero).toMatchObject({ type: 'hero', place: { file: FILE } });
  expect(opened.fields['hero']?.map(({ name }) => name)).toContain('title');
  expect(opened.texts[KEY]).toMatchObject({ en: 'Come in' });
  const file = opened.files.find(({ path }) => path === FILE);
  const was = opened.texts[KEY]?.de ?? '';
  expect(await fetched('studio-frame')).toContain(was);

  const text = { key: KEY, locale: 'de', was, value: 'Der Frühling ist da' } as const;
  const edited = withValue(file?.text ?? '', [...(hero?.place.path ?? []), 'variant'], 'side');
  const edits = { files: [{ path: FILE, content: edited, version: 0 }], texts: [text] };
  expect(await preview(edits)).toMatchObject({
    code: 'RENDERED',
    html: expect.stringContaining(text.value),
    outline: expect.arrayContaining([expect.objectContaining({ id: 'hero' })]),
  });
  const wrong = edited.replace('"side"', '"sideways"');
  expect(await preview({ files: [{ path: FILE, content: wrong, version: 0 }], texts: [] })).toMatchObject({
    code: 'REFUSED',
    findings: [
      expect.objectContaining({ file: FILE, path: expect.stringMatching(/variant$/) }),
      // A variant changes this block, too.
      expect.objectContaining({ rule: 'patch-drift' }),
    ],
  });
  expect(await inDraft(draft, FILE)).toBe(file?.text);

  expect(await save(edits)).toEqual({ code: 'SAVED', versions: { [FILE]: 1 } });
  expect(await inDraft(draft, FILE)).toBe(edited);
  expect(await inDraft(draft, 'locales/de/landing.json')).toContain(text.value);
  expect(await save(edits)).toEqual({ code: 'SAVED', versions: { [FILE]: 1 } });

  const theirs = `${edited}\n`;
  await publications.saveFiles({ draft, files: [{ path: FILE, content: theirs, version: 1 }], actor: id });
  const mine = {
    files: [{ path: FILE, content: file?.text ?? '', version: 1 }],
    texts: [{ ...text, value: 'Frühling' }],
  };
  expect(await save(mine)).toEqual({
    code: 'CONFLICT',
    files: [{ path: FILE, text: theirs, version: 2 }],
    texts: [{ key: KEY, locale: 'de', value: text.value }],
  });
  expect(await inDraft(draft, FILE)).toBe(theirs);
});
