import { expect, test } from 'vitest';
import { findFormView, listNotes, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { LANDING, listTables, serveContent } from '#tests/helpers/content-pages.ts';

const { start } = bench('sqlite');
const FILE = `pages-config/${LANDING}.json`;
const VARIANT = 'pages-config/landings/summer.json';

test('an edited original is published once its variants accept it, as it was shown', async () => {
  const { visitor, publications, id, makeDraft, live, inDraft, sent } = await serveContent(start, {});
  const draft = await makeDraft();
  const review = () => visitor.get(`/admin/publish?draft=${draft}`);
  const edit = async (title: string, version: number) => {
    const content = ((await live(FILE)) ?? '').replace('"title": "landing.hero"', `"title": "${title}"`);
    await publications.saveFiles({ draft, files: [{ path: FILE, content, version }], actor: id });
  };
  await edit('landing.steps', 0);
  const shown = await review();
  expect(listTables(shown)[0]).toEqual([
    [expect.any(String), 'hero', 'title: How it works', 'title: Summer is here · variant: short'],
  ]);
  expect(shown.body).not.toContain('preview-publish-draft');
  const form = findFormView(shown, 'accept-variants');
  expect(form.fields.map(({ name }) => name)).toEqual(['accept-landings/summer']);
  const chosen = { 'accept-landings/summer': 'on' };
  expect(findFormView(await send(visitor, form), 'accept-variants').error).toBe('Select at least one variant.');

  await edit('landing.labels', 1);
  expect(findFormView(await send(visitor, form, chosen), 'accept-variants').error).toContain('changed meanwhile');
  const before = await inDraft(draft, VARIANT);
  const accepted = await sent(visitor, findFormView(await review(), 'accept-variants'), chosen);
  expect(listNotes(accepted)).toContain('The variants accept the original.');
  const after = await inDraft(draft, VARIANT);
  expect(after).not.toBe(before);
  expect(after.replace(/"pin": "\w+"/, '')).toBe(before.replace(/"pin": "\w+"/, ''));
  await sent(visitor, findFormView(await review(), 'publish-draft'), { note: 'Another title' });
  expect([await live(FILE), await live(VARIANT)]).toEqual([expect.stringContaining('landing.labels'), after]);
});
