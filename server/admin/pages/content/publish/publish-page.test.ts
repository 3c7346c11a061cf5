import { expect, test } from 'vitest';
import { findFormView, listNotes, readView, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import type { TestVisitor } from '#tests/helpers/plain-server.ts';
import { LANDING, listItems, listTables, serveContent } from '#tests/helpers/content-pages.ts';

const { start } = bench('sqlite');
const EN = 'locales/en/landing.json';
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
    ['Private sales (landings/summer)', 'Hero', 'Title: How it works', 'Title: Summer is here · Variant: short'],
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

test('an author publishes nothing but submits a draft, which a publisher declines with a reason and then publishes; each reads of their work at the start and, unless turned off, by mail', async () => {
  const { backend, visitor, signIn, sent, live, publications } = await serveContent(start, {});
  const author = await signIn('author');
  const created = await sent(author.visitor, findFormView(await author.visitor.get('/admin/drafts'), 'create-draft'), {
    name: 'Mine',
  });
  const [draft] = await publications.listDrafts();
  const content = (await live(EN))?.replace('Come in', 'Mine') ?? '';
  await publications.saveFiles({
    draft: draft?.id ?? '',
    files: [{ path: EN, content, version: 0 }],
    actor: author.id,
  });
  expect(readView(created).sections).toContainEqual(expect.objectContaining({ kind: 'record', title: 'Mine' }));
  const review = await author.visitor.get(`/admin/publish?draft=${draft?.id}`);
  expect(listTables(review).at(-2)).toEqual([['English', 'Come in → Mine']]);
  expect(() => findFormView(review, 'publish-draft')).toThrow('There is no form "publish-draft"');
  const form = findFormView(await visitor.get(`/admin/publish?draft=${draft?.id}`), 'publish-draft');
  expect((await send(author.visitor, form, { note: 'Mine' })).status).toBe(403);
  expect(await live(EN)).not.toContain('Mine');
  expect(listItems(await author.visitor.get('/admin'))).toContain('Your drafts: 1');
  expect(listItems(await visitor.get('/admin')).join()).not.toContain('Drafts awaiting approval');

  const calm = await signIn('admin');
  const chooseMails = async (by: TestVisitor, path: string, chosen: Readonly<Record<string, string>>) =>
    sent(by, { ...findFormView(await by.get(path), 'draft-mails'), fields: [] }, chosen);
  await chooseMails(calm.visitor, '/admin/drafts', {});
  expect(findFormView(await calm.visitor.get('/admin/drafts'), 'draft-mails').fields[0]?.value).toBeUndefined();
  await chooseMails(visitor, '/de/admin/drafts', { wanted: 'on' });
  const former = { email: 'former@example.com', name: 'Former', password: null, group: 'publisher' } as const;
  await backend.staff.createAdmin(former);
  await backend.staff.changeAdmin({ email: former.email, change: 'disable' });
  const mails = async () =>
    (await backend.outbox.list()).map(({ to, template, subject }) => [to, template, subject]).toSorted();

  const submitted = await sent(author.visitor, findFormView(review, 'submit-draft'), { note: 'For Friday' });
  const forApproval = ['publisher@example.com', 'draft-submitted', 'Zur Freigabe: Mine'];
  expect(await mails()).toEqual([forApproval]);
  expect((await backend.outbox.list())[0]?.text).toMatch(
    new RegExp(`For Friday[\\s\\S]*/de/admin/publish\\?draft=${draft?.id}`),
  );
  await publications.submitDraft({ draft: draft?.id ?? '', note: 'For Friday', actor: author.id });
  expect(await mails()).toEqual([forApproval]);
  expect(listNotes(submitted)).toEqual(expect.arrayContaining(['The draft is submitted for approval.']));
  expect(() => findFormView(submitted, 'submit-draft')).toThrow('There is no form "submit-draft"');
  expect(listItems(await visitor.get('/admin'))).toContain('Drafts awaiting approval: 1');
  expect(listTables(await visitor.get('/admin/publish'))[0]?.[0]?.slice(0, 2)).toEqual(['Mine', 'Awaiting approval']);
  const waiting = await visitor.get(`/admin/publish?draft=${draft?.id}`);
  expect(waiting.body).toContain('For Friday');
  const decline = findFormView(waiting, 'decline-draft');
  const late = findFormView(await visitor.get(`/admin/publish?draft=${draft?.id}`), 'decline-draft');
  const without = findFormView(await send(visitor, decline, { reason: ' ' }), 'decline-draft');
  expect(without.fields[0]?.error).toBe('Enter a reason.');
  await sent(visitor, decline, { reason: 'The headline is too long' });
  expect(listNotes(await send(visitor, late, { reason: 'Again' }))[0]).toMatch(/does not await/);
  const declined = ['author@example.com', 'draft-declined', 'Declined: Mine'];
  expect(await mails()).toEqual([declined, forApproval].toSorted());
  const again = await author.visitor.get(`/admin/publish?draft=${draft?.id}`);
  expect(again.body).toContain('The headline is too long');
  expect(listItems(await author.visitor.get('/admin'))).toContain('Mine');
  await sent(author.visitor, findFormView(again, 'submit-draft'), { note: '' });
  const approve = findFormView(await visitor.get(`/admin/publish?draft=${draft?.id}`), 'publish-draft');
  expect(listNotes(await sent(visitor, approve, { note: 'Mine' }))).toContain('Published.');
  const published = ['author@example.com', 'draft-published', 'Published: Mine'];
  expect(await mails()).toEqual([declined, published, forApproval, forApproval].toSorted());
});
