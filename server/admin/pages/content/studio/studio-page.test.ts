import { expect, test } from 'vitest';
import type {
  PreviewResponse,
  SaveResponse,
  StudioDocument,
  StudioEdits,
  StudioImpact,
} from '#engine/studio/protocol.ts';
import { parseObject, selectObjects } from '#engine/documents/json.ts';
import { parseJson, readValueAt, withValue } from '#engine/studio/edit-json.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { findFormView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { LANDING, listTables, serveContent } from '#tests/helpers/content-pages.ts';

const { start } = bench('sqlite');
const FILE = `pages-config/${LANDING}.json`;
const KEY = 'landing.hero';

/** A document of a new draft as the studio has it. */
async function openInStudio(document: string) {
  const served = await serveContent(start, {});
  const { visitor, makeDraft } = served;
  const draft = await makeDraft();
  const json = `/admin/content?document=${document}&draft=${draft}&part=json`;
  const { hidden } = findFormView(await visitor.get(json), 'save-json');
  const fetched = async (name: string, more = ''): Promise<string> =>
    (await visitor.get(`/do/admin/file/${name}?draft=${draft}&document=${document}&locale=de${more}`)).body;
  const sent = async (action: string, edits: StudioEdits): Promise<unknown> => {
    const fields = { ...hidden, draft, document, locale: 'de', edits: JSON.stringify(edits) };
    return JSON.parse((await visitor.submit(`admin/${action}`, fields)).body);
  };
  const preview = async (edits: StudioEdits) => (await sent('studio-preview', edits)) as PreviewResponse;
  const save = async (edits: StudioEdits) => (await sent('studio-save', edits)) as SaveResponse;
  const open = async () => JSON.parse(await fetched('studio-document')) as StudioDocument;
  return { ...served, draft, fetched, preview, save, open };
}

test('the studio opens a document, shows edits before they are stored, and stores them unless others did meanwhile', async () => {
  const { inDraft, publications, id, draft, fetched, preview, save, open, visitor } = await openInStudio(LANDING);
  const opened = await open();
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

  expect(opened.versions).toEqual([
    { document: LANDING, title: expect.any(String), isPublished: true, forms: [] },
    { document: 'landings/summer', title: expect.any(String), isPublished: true, forms: [] },
  ]);
  expect(await save(edits)).toEqual({ code: 'SAVED', versions: { [FILE]: 1 } });
  expect(await fetched('studio-frame')).toContain(text.value);
  const impact = JSON.parse(await fetched('studio-impact')) as StudioImpact;
  expect(impact.pages.map((page) => [page.document, page.verdict, page.bases, page.locales.length])).toEqual([
    [LANDING, 'changed', [], locales.length],
    ['landings/summer', 'broken', [LANDING], locales.length],
  ]);
  const tables = listTables(await visitor.get(`/de/admin/publish?draft=${draft}`));
  expect(tables).toContainEqual([
    [impact.pages[0]?.title, 'Geändert', 'alle', expect.stringMatching(/^\d+,\d\skB$/)],
    [impact.pages[1]?.title, 'Mit Fehlern', 'alle', expect.stringMatching(/^\d+,\d\skB$/)],
  ]);
  const published = await fetched('studio-frame', '&published=yes');
  expect(published).toContain(was);
  expect(published).not.toContain(text.value);
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

test('a variant is edited with its blocks, and its draft has changes on its base with pins', async () => {
  const { inDraft, publications, id, draft, preview, save, open } = await openInStudio('landings/summer');
  const path = 'pages-config/landings/summer.json';
  const before = await inDraft(draft, path);
  const opened = await open();
  const text = opened.files.find((file) => file.path === path)?.text ?? '';
  const hero = opened.outline.find((block) => block.id === 'hero');
  expect(hero?.place.file).toBe(path);
  const edit = (value: unknown, version = 0): StudioEdits => {
    const content = withValue(text, [...(hero?.place.path ?? []), 'title'], value);
    return { files: [{ path, content, version }], texts: [] };
  };
  expect(await save(edit(readValueAt(parseJson(text), [...(hero?.place.path ?? []), 'title'])))).toEqual({
    code: 'SAVED',
    versions: { [path]: 0 },
  });
  const title = Object.fromEntries(locales.map((locale) => [locale, `Kommen Sie (${locale})`]));
  const seen = await preview(edit(title));
  expect(seen.code).toBe('RENDERED');
  expect(seen.code === 'RENDERED' && seen.outline?.find((block) => block.id === 'hero')?.place).toEqual(hero?.place);
  expect(await inDraft(draft, path)).toBe(before);

  expect(await save(edit(title))).toEqual({ code: 'SAVED', versions: { [path]: 1 } });
  const changes = selectObjects(parseObject(await inDraft(draft, path))['changes']);
  const set = changes.find(({ op, block }) => op === 'set' && block === 'hero');
  expect(set).toMatchObject({ props: { title }, pin: expect.stringMatching(/^[0-9a-f]{12}$/) });
  // An answer that was lost.
  expect(await save(edit(title))).toEqual({ code: 'SAVED', versions: { [path]: 1 } });

  const wrong = await preview(edit({ de: 1 }, 1));
  expect(wrong.code === 'REFUSED' && wrong.findings.map(({ file, path: at }) => `${file} ${at}`)).toContain(
    `${path} blocks[1].title.de`,
  );
  const twice = withValue(text, ['blocks', 2, 'id'], 'hero');
  expect(await save({ files: [{ path, content: twice, version: 1 }], texts: [] })).toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('Another block has the id "hero"'),
  });

  await publications.saveFiles({ draft, files: [{ path, content: before, version: 1 }], actor: id });
  const conflict = await save(edit({ ...title, de: 'Willkommen' }, 1));
  expect(conflict.code === 'CONFLICT' && parseObject(conflict.files[0]?.text)).toEqual(parseObject(text));
});
