import { describe, expect, test } from 'vitest';
import type { FieldView } from '#engine/shared/data-view.ts';
import {
  findFormView,
  listForms,
  listNotes,
  send,
  signInAt,
  findTable,
  readView,
} from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, LANDING, serveContent, listItems, listTables } from '#tests/helpers/content-pages.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import type { Changes } from '#tests/helpers/small-project.ts';

const EN = 'locales/en/landing.json';

/** The field of a text in a language, by its key. */
const readText = (answer: Answer, key: string, label: string): FieldView => {
  const field = findField(answer, 'save-texts', ({ group = '', label: own }) => group.includes(key) && own === label);
  if (field === undefined) throw new Error(`There is no text ${key} in ${label}.`);
  return field;
};

describe('pages of content', () => {
  const { start } = bench('sqlite');

  const serve = (changes: Changes = {}) => serveContent(start, changes);

  test('all documents are listed with their state, found by part of a word and sorted, and the address says how', async () => {
    const { visitor, makeDraft, publications, id } = await serve();
    const namesAt = async (query: string) =>
      findTable(await visitor.get(`/admin/content${query}`)).rows.map(({ cells }) => cells[0]?.sub);
    expect(await namesAt('')).toEqual(expect.arrayContaining([LANDING, 'pages/about-us', 'fragments/header', 'site']));
    expect(await namesAt('?q=ABOUT')).toEqual(['pages/about-us']);
    expect(await namesAt('?kind=fragment')).toEqual(['fragments/header']);
    const byAddress = await namesAt('?sort=-address&kind=page');
    expect(byAddress).toEqual((await namesAt('?sort=address&kind=page')).toReversed());
    expect(await namesAt('?state=drafted')).toEqual([]);
    const draft = await makeDraft();
    const content = (await publications.readContent()).get(EN)?.replace('Come in', 'Hello') ?? '';
    await publications.saveFiles({ draft, files: [{ path: EN, content, version: 0 }], actor: id });
    expect(await namesAt('?state=drafted')).toEqual(expect.arrayContaining([LANDING]));
    expect(await namesAt('?state=drafted')).not.toContain('pages/about-us');
    const [row] = findTable(await visitor.get('/admin/content?state=drafted&q=default')).rows;
    expect(row?.cells.map(({ text, sub }) => sub ?? text)).toEqual([
      LANDING,
      'Landing page',
      '/',
      'Spring',
      'publisher',
    ]);
  });

  test('a headline is changed in three languages, published, seen by visitors, and rolled back', async () => {
    const { visitor, sent, live } = await serve();
    const before = await live(EN);
    const created = await sent(
      visitor,
      findFormView(await visitor.get(`/admin/content?document=${LANDING}`), 'create-draft'),
      {
        name: 'Spring',
      },
    );
    const link = listTables(created)
      .flat()
      .find(([name]) => name?.startsWith('Hero'));
    expect(link?.[1]).toBe('Come in');
    const href = findTable(created).rows.find(({ cells }) => cells[1]?.text === 'Come in')?.cells[0]?.href ?? '';
    const editor = await visitor.get(href);
    const typed = Object.fromEntries(
      [
        ['English', 'Spring is here'],
        ['Deutsch', 'Der Frühling ist da'],
        ['Français', 'Voici le printemps'],
      ].map(([label = '', text = '']) => [readText(editor, 'landing.hero', label).name, text]),
    );
    const form = findFormView(editor, 'save-texts');
    const untouched = Object.fromEntries(form.fields.map(({ name, value = '' }) => [name, value]));
    const saved = await sent(visitor, form, { ...untouched, ...typed });
    expect(listNotes(saved)).toContain('Texts saved in the draft: 3.');
    expect(readText(saved, 'landing.hero', 'English')).toMatchObject({
      value: 'Spring is here',
      hint: 'Published: Come in',
      lang: 'en',
    });
    expect(await live(EN)).toBe(before);

    const draft = form.hidden['draft'] ?? '';
    const review = await visitor.get(`/admin/publish?draft=${draft}`);
    expect(listTables(review).at(-2)).toEqual([
      ['Deutsch', expect.stringMatching(/ → Der Frühling ist da$/)],
      ['English', 'Come in → Spring is here'],
      ['Français', expect.stringMatching(/ → Voici le printemps$/)],
    ]);
    const refused = await send(visitor, findFormView(review, 'publish-draft'), { note: '' });
    expect(findFormView(refused, 'publish-draft').fields[0]?.error).toBe('Enter a note.');
    const published = await sent(visitor, findFormView(refused, 'publish-draft'), { note: 'Spring headline' });
    expect(listNotes(published)).toContain('Published.');
    // Only the text changed, in its place.
    expect(await live(EN)).toBe(before?.replace('Come in', 'Spring is here'));

    expect(listTables(await visitor.get('/admin/history'))[0]).toEqual([
      ['Spring headline', 'published', expect.any(String), 'publisher', '3'],
    ]);
    const preview = await send(visitor, findFormView(await visitor.get('/admin/history'), 'preview-restore-revision'), {
      note: 'Back',
    });
    expect(listTables(preview)[0]).toContainEqual(['English', 'Spring is here → Come in']);
    const restored = await sent(visitor, findFormView(preview, 'restore-revision'));
    expect(listNotes(restored)).toContain('Restored. Visitors get the earlier content again.');
    expect(await live(EN)).toBe(before);
    expect(listTables(await visitor.get('/admin/history'))[0]).toHaveLength(2);
  });

  test('exactly what was seen is published: a draft that changed since is shown again, with the note that was typed', async () => {
    const { visitor, publications, id, makeDraft, live } = await serve();
    const draft = await makeDraft();
    const before = (await live(EN)) ?? '';
    const put = (text: string, version: number) =>
      publications.saveFiles({
        draft,
        files: [{ path: EN, content: before.replace('Come in', text), version }],
        actor: id,
      });
    await put('Seen', 0);
    const form = findFormView(await visitor.get(`/admin/publish?draft=${draft}`), 'publish-draft');
    await put('Unseen', 1);
    const again = await send(visitor, form, { note: 'Seen only' });
    expect(listNotes(again)[0]).toBe('The data has changed since the preview.');
    expect(findFormView(again, 'publish-draft').fields[0]?.value).toBe('Seen only');
    expect(await live(EN)).toBe(before);
  });

  test('two people who change different texts both succeed; of the same text the second one sees three versions and loses nothing', async () => {
    const { visitor, signIn, sent, makeDraft, hero, inDraft } = await serve();
    const other = (await signIn('author')).visitor;
    const draft = await makeDraft();
    const save = async (by: TestVisitor, shown: Answer, texts: Readonly<Record<string, string>>) => {
      const form = findFormView(shown, 'save-texts');
      const values = Object.fromEntries(form.fields.map(({ name, value = '' }) => [name, value]));
      const typed = Object.entries(texts).map(([label, text]) => [readText(shown, 'landing.hero', label).name, text]);
      return sent(by, form, { ...values, ...Object.fromEntries(typed) });
    };
    const [mine, theirs] = [await hero(draft), await hero(draft, other)];
    await save(other, theirs, { Deutsch: 'Von ihr', English: 'Hers' });
    const conflict = await save(visitor, mine, { English: 'His', Français: 'De lui' });
    expect(listNotes(conflict)[0]).toBe('Someone else changed the same');
    expect(listTables(conflict)[0]).toEqual([['English', 'Come in', 'Hers', 'His']]);
    expect(await inDraft(draft, EN)).toContain('Hers');
    expect(readText(conflict, 'landing.hero', 'English').value).toBe('His');
    await save(visitor, conflict, {});
    expect(await inDraft(draft, EN)).toContain('His');
    expect(await inDraft(draft, 'locales/de/landing.json')).toContain('Von ihr');
    expect(await inDraft(draft, 'locales/fr/landing.json')).toContain('De lui');
  });

  test('Refused input comes back as it was typed: an empty text, invalid JSON of any length, a deleted draft', async () => {
    const { visitor, publications, id, makeDraft, hero, page, inDraft } = await serve();
    const draft = await makeDraft();
    const editor = await hero(draft);
    const { name } = readText(editor, 'landing.hero', 'English');
    const empty = await send(visitor, findFormView(editor, 'save-texts'), {
      ...Object.fromEntries(findFormView(editor, 'save-texts').fields.map((field) => [field.name, field.value ?? ''])),
      [name]: '',
      [readText(editor, 'landing.hero', 'Deutsch').name]: 'Neu',
    });
    expect(empty.status).toBe(422);
    expect(readText(empty, 'landing.hero', 'English')).toMatchObject({
      value: '',
      error: expect.stringMatching(/^Enter a text/),
    });
    expect(readText(empty, 'landing.hero', 'Deutsch').value).toBe('Neu');

    const json = `{ "x": "${'y'.repeat(40_000)}"`;
    const broken = await send(visitor, findFormView(await page(draft, '&part=json'), 'save-json'), { json });
    const [field] = findFormView(broken, 'save-json').fields;
    expect(field?.value === json).toBe(true);
    expect(field?.error).toMatch(/^This is not valid JSON\. Nothing was saved\. \d+:\d+ /);
    expect(await inDraft(draft, `pages-config/${LANDING}.json`)).not.toContain('yyy');

    await publications.discardDraft({ draft, actor: id });
    const gone = await send(visitor, findFormView(empty, 'save-texts'), { [name]: 'Typed in vain' });
    const copies = readView(gone).sections.flatMap((section) => (section.kind === 'copy' ? [section.copy.value] : []));
    expect(copies).toContain('Typed in vain');
  });

  test('settings of a page are fields, written into its file in place; what cannot be is said at the field', async () => {
    const { visitor, sent, makeDraft, page, inDraft } = await serve();
    const draft = await makeDraft();
    const form = findFormView(await page(draft, '&part=settings'), 'save-settings');
    const values = Object.fromEntries(form.fields.map(({ name, value = '' }) => [name, value]));
    expect(values).toEqual({
      slug: '',
      layout: 'default',
      theme: 'day',
      index: 'true',
      'guard-0': '',
      from: '',
      to: '',
      zone: 'Europe/Berlin',
    });
    const wrong = await send(visitor, form, {
      ...values,
      slug: 'Spring Sale',
      from: '2027-03-02T00:00',
      to: '2027-03-01T00:00',
    });
    const errors = findFormView(wrong, 'save-settings').fields.flatMap(({ name, error, value }) =>
      error === undefined ? [] : [[name, value, error]],
    );
    expect(errors).toEqual([
      ['slug', 'Spring Sale', expect.stringMatching(/not possible here\. Such as spring-sale\./)],
      ['to', '2027-03-01T00:00', expect.any(String)],
    ]);
    const before = await inDraft(draft, `pages-config/${LANDING}.json`);
    await sent(visitor, form, { ...values, index: 'false', from: '2027-03-01T09:00' });
    const after = await inDraft(draft, `pages-config/${LANDING}.json`);
    expect(JSON.parse(after)).toEqual({
      ...JSON.parse(before),
      meta: { ...JSON.parse(before).meta, index: false },
      window: { from: '2027-03-01T09:00', zone: 'Europe/Berlin' },
    });
    expect(after.split('\n').filter((line) => !before.includes(line))).toEqual([
      expect.stringContaining('"index": false'),
      '  ],',
      expect.stringContaining('"window"'),
    ]);
    const changes = listTables(await visitor.get(`/admin/drafts?draft=${draft}`)).at(-1);
    expect(changes).toContainEqual([
      'Private sales (landings/default)',
      ' → From: 2027-03-01T09:00 · Time zone: Europe/Berlin',
    ]);

    const claim = `/admin/content?document=site&draft=${draft}&part=claims`;
    const price = findFormView(await visitor.get(`${claim}&claim=vase&format=money&country=CH`), 'save-settings');
    const usual = { currency: 'EUR', tax: 'included' };
    const wrongPrice = await send(visitor, price, { ...usual, value: '46 €', 'CH-value': '49' });
    const missing = findFormView(wrongPrice, 'save-settings');
    expect(missing.fields.flatMap(({ name, error }) => (error === undefined ? [] : [name]))).toEqual([
      'value',
      'source',
      'asOf',
    ]);
    await sent(visitor, missing, { ...usual, value: '46', source: 'Price list', asOf: '2026-11-02', 'CH-value': '49' });
    const rows = listTables(await visitor.get(`${claim}&q=vase`))[0];
    expect(rows).toEqual([['vase', '€46', 'Price list', '–', '0']]);
    expect(JSON.parse(await inDraft(draft, 'pages-config/site.json')).claims.vase.countries).toEqual({
      CH: { value: 49 },
    });
    const remove = async (name: string) =>
      sent(visitor, findFormView(await visitor.get(`${claim}&claim=${name}`), 'remove-claim'));
    const used = await remove('labels');
    expect(listNotes(used).join()).toContain('The claim “labels” is in use');
    expect(listTables(used)[0]?.map(([place]) => place)).toContain('English · landing');
    expect(listNotes(await remove('vase'))).toContain('The claim is removed in the draft.');
    expect(Object.keys(JSON.parse(await inDraft(draft, 'pages-config/site.json')).claims)).toEqual(['labels']);
  });

  test('a campaign page is made of another one with texts of its own, which change nothing there', async () => {
    const { visitor, sent, makeDraft, page, inDraft, publications } = await serve();
    const draft = await makeDraft();
    const form = findFormView(await page(draft, '&part=more'), 'copy-document');
    const taken = await send(visitor, form, { name: 'default', address: 'Spring', mode: 'texts' });
    expect(findFormView(taken, 'copy-document').fields.map(({ error }) => error !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
    const made = await sent(visitor, form, { name: 'spring', address: 'spring', mode: 'texts' });
    expect(readView(made).sections).toContainEqual(
      expect.objectContaining({ kind: 'record', title: 'Private sales', text: 'landings/spring' }),
    );
    const copy = JSON.parse(await inDraft(draft, 'pages-config/landings/spring.json'));
    expect(copy).toMatchObject({
      slug: 'spring',
      meta: { title: 'spring.title' },
      blocks: [{ fragment: 'fragments/header' }, { title: 'spring.hero' }, {}],
    });
    expect(JSON.parse(await inDraft(draft, 'locales/de/spring.json'))).toMatchObject({
      hero: JSON.parse(await inDraft(draft, 'locales/de/landing.json')).hero,
    });
    expect((await publications.check(draft)).errors).toEqual([]);
    const other = findFormView(await page(draft, '&part=more'), 'copy-document');
    const variant = await sent(visitor, other, { name: 'follow', address: '', mode: 'variant' });
    expect(variant.status).toBe(200);
    expect(JSON.parse(await inDraft(draft, 'pages-config/landings/follow.json'))).toMatchObject({
      extends: LANDING,
      changes: [],
    });
    expect((await publications.check(draft)).errors).toEqual([]);
  });

  test('a page of a draft is shown in any language before it is published, without scripts and forms, and its errors instead while it has some', async () => {
    const { visitor, publications, id, makeDraft, page } = await serve();
    const draft = await makeDraft();
    const content = (await publications.readContent()).get(EN)?.replace('Come in', 'Hello') ?? '';
    await publications.saveFiles({ draft, files: [{ path: EN, content, version: 0 }], actor: id });
    const form = findFormView(await page(draft), 'preview');
    const requestPreview = (more: Readonly<Record<string, string>>) =>
      visitor.get(`${form.action}?${new URLSearchParams({ ...form.hidden, ...more })}`);
    const shown = await requestPreview({ locale: 'en' });
    expect(shown.body).toContain('Hello');
    const policy = shown.headers.get('content-security-policy');
    expect(policy).toMatch(/sandbox allow-same-origin$/);
    expect(policy).not.toMatch(/script-src|form-action|allow-(?:scripts|forms|popups)/);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const files = [{ path: EN, content: content.replace('Hello', '{claims.none}'), version: 1 }];
    await publications.saveFiles({ draft, files, actor: id });
    expect((await requestPreview({ locale: 'en' })).body).toMatch(/<h1>This draft has errors.*<li>locales\/en\//);
  });

  test('before a page is unpublished it says who names it, and its draft cannot be published while they do', async () => {
    const { visitor, sent, publications, id, makeDraft, page } = await serve();
    const draft = await makeDraft();
    const preview = await send(visitor, findFormView(await page(draft, '&part=more'), 'preview-unpublish-document'));
    expect(findTable(preview).rows.map(({ cells }) => cells[0]?.sub)).toContain('pages-config/pages/about-us.json');
    const removed = await sent(visitor, findFormView(preview, 'unpublish-document'));
    expect(listTables(removed).at(-1)).toEqual([['Private sales (landings/default)', 'removed']]);
    const review = await visitor.get(`/admin/publish?draft=${draft}`);
    expect(listNotes(review)[0]).toMatch(/^Errors that prevent the publication: /);
    expect(() => findFormView(review, 'publish-draft')).toThrow('There is no form');
    const request = { draft, note: 'Gone', goesLiveAt: null, actor: id, key: 'gone' };
    expect(await publications.publish(request)).toMatchObject({ code: 'REFUSED' });
  });

  test('a publication with a date is scheduled, found by its state, and can be withdrawn until then', async () => {
    const { visitor, sent, publications, id, makeDraft, live } = await serve();
    const draft = await makeDraft();
    const before = (await live(EN)) ?? '';
    const files = [{ path: EN, content: before.replace('Come in', 'Later'), version: 0 }];
    await publications.saveFiles({ draft, files, actor: id });
    const form = findFormView(await visitor.get(`/admin/publish?draft=${draft}`), 'publish-draft');
    const past = await send(visitor, form, { note: 'Later', at: '2020-01-01T00:00', zone: 'Europe/Berlin' });
    expect(findField(past, 'publish-draft', ({ name }) => name === 'at')?.error).toBe('Enter a time in the future.');
    const later = { note: 'Later', at: '2027-03-01T09:00', zone: 'UTC' };
    const scheduled = await sent(visitor, findFormView(past, 'publish-draft'), later);
    expect(listNotes(scheduled)).toContain('The publication is scheduled.');
    expect(await live(EN)).toBe(before);
    expect(findTable(await visitor.get('/admin/content?state=scheduled')).rows.length).toBeGreaterThan(0);
    expect(listTables(await visitor.get('/admin/publish'))[1]?.[0]?.[0]).toBe('Later');
    expect(listItems(await visitor.get('/admin'))).toContain('Scheduled publications: 1');
    const now = await makeDraft('Now');
    const edit = { path: EN, content: before.replace('Come in', 'Now'), version: 0 };
    await publications.saveFiles({ draft: now, files: [edit], actor: id });
    const held = await visitor.get(`/admin/publish?draft=${now}`);
    expect(listTables(held)[0]?.[0]?.slice(0, 2)).toEqual(['English · landing', 'Publication 1']);
    const open = await send(visitor, findFormView(held, 'publish-draft'), { note: 'Now' });
    expect(findField(open, 'publish-draft', ({ name }) => name === 'scheduled')?.error).toMatch(/^Confirm this/);
    const sure = await sent(visitor, findFormView(open, 'publish-draft'), { note: 'Now', scheduled: 'on' });
    expect(listNotes(sure)).toContain('Published.');
    const toBuild = findFormView(await visitor.get('/admin/history'), 'preview-restore-revision');
    expect(listNotes(await send(visitor, toBuild, { note: 'Back' }))).toContain(
      'Scheduled publications hold the same files',
    );
    const preview = await send(visitor, findFormView(scheduled, 'preview-withdraw-revision'));
    const withdrawn = await sent(visitor, findFormView(preview, 'withdraw-revision'));
    expect(listNotes(withdrawn)).toContain('The scheduled publication is withdrawn.');
    expect(listTables(await visitor.get('/admin/history'))[0]?.[1]?.[1]).toBe('withdrawn');
  });

  test('A1: what was typed into any form of these pages is there again after the session has ended', async () => {
    const { backend, visitor, id, makeDraft, publications } = await serve();
    const draft = await makeDraft();
    const content = (await publications.readContent()).get(EN)?.replace('Come in', 'Hello') ?? '';
    await publications.saveFiles({ draft, files: [{ path: EN, content, version: 0 }], actor: id });
    const document = `/admin/content?document=${LANDING}`;
    const parts = ['block=hero', 'part=settings', 'part=json'].map((part) => `${document}&draft=${draft}&${part}`);
    const again: Record<string, string | undefined> = {};
    for (const page of [document, ...parts, `/admin/publish?draft=${draft}`, '/admin/history']) {
      for (const form of listForms(readView(await visitor.get(page)))) {
        const field = form.fields.find(({ type }) => type === 'text' || type === 'textarea');
        if (field === undefined || form.id in again) continue;
        await backend.ports.database.db.deleteFrom('access_tokens').where('subject', '=', id).execute();
        const ended = await send(visitor, form, { [field.name]: 'Typed' });
        const { shown } = await signInAt(visitor, ended.location, 'publisher@example.com');
        const same = listForms(readView(shown)).find((each) => each.id === form.id);
        again[form.id] = same?.fields.find(({ name }) => name === field.name)?.value;
      }
    }
    const forms = [
      'create-draft',
      'save-texts',
      'save-settings',
      'save-json',
      'publish-draft',
      'preview-restore-revision',
    ];
    expect(again).toMatchObject(Object.fromEntries(forms.map((form) => [form, 'Typed'])));
    expect(Object.entries(again).filter(([, value]) => value !== 'Typed')).toEqual([]);
  });
});
