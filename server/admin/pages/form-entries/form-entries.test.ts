import { expect, test } from 'vitest';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { findFormView, send, signedIn, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { everyType, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const project = await projectSite();
const { start } = bench('sqlite');

async function served(form: FormDocument = everyType) {
  const site = { ...project, forms: new Map([['forms/lead', form]]) };
  const backend = await start({ documents: () => site });
  const server = await serveSite({ site, backend, settings: testSettings() });
  const submit = (fields: Readonly<Record<string, string>>) =>
    backend.formEntries.submitForm({
      site,
      form: 'forms/lead',
      fields: new URLSearchParams({ ...goodAnswers, ...fields }),
      locale: 'de',
      document: project.documents.get('pages/press') ?? null,
      block: null,
      query: new URLSearchParams('utm_source=paper'),
      network: '192.0.2.1',
      formKey: null,
      attribution: null,
    });
  await submit({ name: '=HYPERLINK("https://evil.example")', message: 'About 100 % of Łódź_' });
  backend.pass(1_000);
  await submit({ name: 'Anna', email: 'anna@example.com' });
  return { backend, server };
}

test('Entries are listed with masked addresses, found by their words, and opened with the labels of the form', async () => {
  const { backend, server } = await served();
  const { visitor, id } = await signedIn(server, backend, 'support');
  const page = await visitor.get('/admin/form-entries');
  expect(findTable(page).rows.map(({ cells }) => cells.slice(1, 4).map(({ text }) => text))).toEqual([
    ['a…@example.com', 'German', 'Press'],
    ['z…@example.com', 'German', 'Press'],
  ]);
  const find = findFormView(page, 'find-form-entries');
  const search = async (t: string) => {
    const answer = await send(visitor, find, { search: t });
    return answer.status === 200 ? findTable(answer).rows.map(({ key }) => key).length : answer.status;
  };
  // Neither is a pattern.
  expect([await search('łódź_ 100 %'), await search('%'), await search('_nna'), await search('example.com')]).toEqual([
    1, 1, 422, 2,
  ]);
  const [entry] = findTable(page).rows;
  const opened = await send(visitor, findFormView(page, `open-${entry?.key ?? ''}`));
  const facts = readView(opened).sections.find((section) => section.kind === 'facts');
  expect(facts?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
    expect.arrayContaining(['Name: Anna', 'Email: anna@example.com', 'Size: A small one', 'utm_source: paper']),
  );
  const { rows } = await backend.staff.searchAudit({
    action: 'form-entry.open',
    actor: id,
    from: '',
    until: '',
    zone: 'Europe/Berlin',
    offset: 0,
    limit: 5,
  });
  expect(rows.map(({ subject }) => subject)).toEqual([entry?.key]);
});

test('The file has a column for each field, and no formula', async () => {
  const { backend, server } = await served();
  const { visitor } = await signedIn(server, backend, 'support');
  const [download] = findTable(await visitor.get('/admin/form-entries')).downloads ?? [];
  const { body } = await visitor.get(download?.href ?? '');
  const [header, first] = body.replace('\uFEFF', '').split('\r\n');
  expect(header).toBe('sent,language,page,name,email,size,message,privacy,utm_source');
  expect(first).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});

test('An entry is deleted permanently, and users without the permission see none', async () => {
  const { backend, server } = await served();
  const { visitor } = await signedIn(server, backend, 'admin');
  const page = await visitor.get('/admin/form-entries');
  const [entry] = findTable(page).rows;
  const opened = await send(visitor, findFormView(page, `open-${entry?.key ?? ''}`));
  const deleted = await send(visitor, findFormView(opened, 'delete-form-entry'));
  expect(deleted.location).toContain('/admin/form-entries?done=entryDeleted');
  expect(findTable(await visitor.get('/admin/form-entries')).rows).toHaveLength(1);
  const analyst = await signedIn(server, backend, 'analyst');
  const refused = await analyst.visitor.get('/admin/form-entries');
  expect([refused.document, refused.body.includes('example.com')]).toEqual(['pages/admin/start', false]);
});

test('The list of a form with places says how many are taken', async () => {
  const { backend, server } = await served({ ...everyType, places: { total: 40, full: everyType.submit } });
  const { visitor } = await signedIn(server, backend, 'support');
  const facts = readView(await visitor.get('/admin/form-entries')).sections.find(({ kind }) => kind === 'facts');
  expect(facts).toMatchObject({ facts: [{ value: '2 of 40' }, { label: 'Retention in days' }] });
});

test('A search with more results than fit is shown in parts', async () => {
  const { backend, server } = await served();
  const { db } = backend.ports.database;
  const row = await db.selectFrom('form_entries').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 60 }, (_, index) => ({ ...row, id: `copy-${index}` }));
  await db.insertInto('form_entries').values(more).execute();
  const { visitor } = await signedIn(server, backend, 'support');
  const find = findFormView(await visitor.get('/admin/form-entries'), 'find-form-entries');
  const first = await send(visitor, find, { search: 'example.com' });
  expect([findTable(first).rows.length, findTable(first).caption]).toEqual([50, 'Newest results: 1 to 50 of 62']);
  const second = await send(visitor, findFormView(first, 'find-more'));
  expect([findTable(second).rows.length, findTable(second).caption]).toEqual([12, 'Newest results: 51 to 62 of 62']);
});

test('Failed webhook requests are on the dashboard, with their reason, and can be sent again', async () => {
  const { backend, server } = await served({ ...everyType, actions: [{ do: 'webhook', name: 'crm' }] });
  await backend.formEntries.webhooks.runOnce();
  const { db } = backend.ports.database;
  await db.updateTable('webhook_deliveries').set({ status: 'dead', last_error: 'HTTP 503' }).execute();
  const { visitor } = await signedIn(server, backend, 'support');
  expect((await visitor.get('/admin')).body).toContain('Failed webhook requests: 2');
  const failed = await visitor.get('/admin/form-entries?state=lead&kind=failed');
  const [entry, ...others] = findTable(failed).rows;
  expect(others).toHaveLength(1);
  const opened = await send(visitor, findFormView(failed, `open-${entry?.key ?? ''}`));
  expect(opened.body).toContain('failed: The target answered 503.');
  await send(visitor, findFormView(opened, 'resend-form-entry'));
  expect(await backend.formEntries.deadByForm()).toEqual([{ form: 'lead', requests: 1 }]);
  const all = await send(visitor, findFormView(failed, 'resend-form-entry'));
  expect([all.location, await backend.formEntries.deadByForm()]).toEqual([
    expect.stringContaining('done=entriesResent'),
    [],
  ]);
  // A target that is back need not be waited for.
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 5, last_error: 'TIMEOUT', next_attempt_at: '2999-01-01T00:00:00.000Z' })
    .execute();
  const delayed = await send(visitor, findFormView(failed, `open-${entry?.key ?? ''}`));
  expect((await send(visitor, findFormView(delayed, 'resend-form-entry'))).location).toContain('n=1');
});

test('Selected entries are exported as CSV, and deleted after a preview of these entries', async () => {
  const { backend, server } = await served();
  const { visitor, id } = await signedIn(server, backend, 'support');
  const page = await visitor.get('/admin/form-entries');
  const [first = '', second = ''] = findTable(page).rows.map(({ key }) => key);
  const chosen = findFormView(page, 'chosen-entries');
  expect((await send(visitor, chosen, { act: 'delete' })).status).toBe(422);
  const file = await send(visitor, chosen, { act: 'export', [`entry-${first}`]: 'on' });
  expect([file.status, file.body.trim().split('\n').length]).toEqual([200, 2]);
  expect(file.body).toContain('anna@example.com');

  const both = { act: 'delete', [`entry-${first}`]: 'on', [`entry-${second}`]: 'on' };
  const preview = findFormView(await send(visitor, chosen, both), 'delete-form-entries');
  // Another user deletes one of them meanwhile: what was agreed to is not done.
  await backend.formEntries.deleteEntry(first);
  const again = await send(visitor, preview);
  expect((await backend.formEntries.listEntries({ form: 'lead', newestFirst: true, limit: 9 })).total).toBe(1);
  const done = await send(visitor, findFormView(again, 'delete-form-entries'));
  expect(done.location).toContain('done=entriesDeleted&n=1');
  expect((await backend.formEntries.listEntries({ form: 'lead', newestFirst: true, limit: 9 })).total).toBe(0);
  const deeds = (await backend.staff.readAudit(20)).filter(({ actor }) => actor === id).map(({ action }) => action);
  expect(deeds).toEqual(expect.arrayContaining(['list.export', 'form-entry.delete']));
});
