import { describe, expect, test } from 'vitest';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { bench, engines } from '#tests/helpers/backend.ts';
import { everyType, formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const DAY = 86_400_000;
const text = everyType.submit;
const inline = { show: 'inline' as const, title: text };
const confirm: NonNullable<FormDocument['confirm']> = {
  field: 'email',
  mail: { subject: text, paragraphs: [text], button: text },
  ask: { title: text, submit: text },
  confirmed: inline,
  expired: 'meta.title',
};

describe.each(engines)('a form document whose address is confirmed, on %s', (engine) => {
  const { start } = bench(engine);

  async function served(more: Partial<FormDocument> = {}, after: Partial<FormDocument> = more) {
    const build = (own: Partial<FormDocument>) => formSite({ ...everyType, confirm, ...own });
    const site = build(more);
    const backend = await start({ documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings() });
    /** The same database under the document as it is later. */
    const publish = async () => {
      const next = await serveSite({ site: build(after), backend, settings: testSettings() });
      return next.visitor();
    };
    const visitor = server.visitor();
    const send = (fields: Readonly<Record<string, string>> = goodAnswers) =>
      visitor.submit('forms/lead', fields, '/de/contact?utm_source=paper');
    const entries = () => backend.ports.database.db.selectFrom('form_entries').selectAll().execute();
    const mails = async () => (await backend.outbox.list()).map(({ template }) => template).toSorted();
    const link = async () => {
      const [mail] = (await backend.outbox.list()).filter(({ template }) => template === 'form-confirmation');
      const url = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
      return { path: url.pathname + url.search, token: url.searchParams.get('confirmation') ?? '' };
    };
    const press = (token: string) => server.visitor().submit('forms/lead', { confirmation: token, block: 'one' });
    return { backend, server, publish, send, entries, mails, link, press };
  }

  test('runs its actions once after the button on the page of the mailed link', async () => {
    const { backend, server, send, entries, mails, link, press } = await served();
    expect((await send()).form).toMatchObject({ phase: 'sent' });
    expect(await mails()).toEqual(['form-confirmation']);
    const { path, token } = await link();
    expect(path).toMatch(/^\/de\/do\/forms\/lead\?confirmation=/);
    const scanner = server.visitor();
    for (const _ of [1, 2]) {
      const opened = await scanner.get(path);
      expect([opened.status, opened.document, opened.form]).toMatchObject([
        200,
        'pages/contact',
        { form: 'forms/lead#one', phase: 'confirm', values: { confirmation: token } },
      ]);
    }
    expect((await entries())[0]).toMatchObject({ confirmed_at: null });
    const pressed = await Promise.all([press(token), press(token)]);
    for (const { form } of pressed) expect(form).toMatchObject({ phase: 'confirmed' });
    expect(await mails()).toEqual(['form-confirmation', 'form-entry', 'form-receipt']);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    const end = new Date(Date.parse(entry?.sent_at ?? '') + 30 * DAY).toISOString();
    expect(entry).toMatchObject({ confirm_until: null, delete_at: end });
    expect(entry?.confirmed_at).not.toBeNull();
    expect((await scanner.get(path)).form).toMatchObject({ phase: 'confirmed' });
    expect((await backend.people.export('zoe@example.com'))?.['form_entries']).toMatchObject([
      { confirmed_at: entry?.confirmed_at },
    ]);
  });

  test('sends the mail again to anyone who sends the form again, not twice at once, and three times a day at most', async () => {
    const { backend, send, entries, mails, link, press } = await served();
    await send();
    await send();
    expect(await mails()).toHaveLength(1);
    for (let tries = 0; tries < 4; tries += 1) {
      backend.pass(2 * 60_000);
      await send();
    }
    expect(await mails()).toHaveLength(3);
    expect(await entries()).toHaveLength(1);
    await press((await link()).token);
    backend.pass(2 * 60_000);
    await send();
    expect((await mails()).filter((template) => template === 'form-confirmation')).toHaveLength(3);
  });

  test('deletes what is not confirmed in time, and shows its fields to a late, a foreign and a cut link', async () => {
    const { backend, server, send, entries, link, press } = await served();
    await send();
    const { path, token } = await link();
    backend.pass(7 * DAY + 1);
    const [id = ''] = token.split('.');
    for (const wrong of [token, token.slice(0, -1), id, `${id}.`, 'x'.repeat(9_000), '', '%', 'é.é'])
      expect((await press(wrong)).form).toMatchObject({ refusal: 'meta.title' });
    const late = await server.visitor().get(path);
    expect([late.status, late.form]).toMatchObject([410, { refusal: 'meta.title' }]);
    expect(late.form).not.toHaveProperty('phase');
    await backend.runMaintenance();
    expect(await entries()).toEqual([]);
  });

  test('leads to the page that thanks for a confirmation, also with the link of a confirmed entry', async () => {
    const { server, send, link, press, entries } = await served({
      confirm: { ...confirm, days: 1, confirmed: { show: 'page', page: 'pages/thanks#top' } },
    });
    await send();
    const { path, token } = await link();
    expect((await press(token)).location).toBe('/de/thanks#top');
    expect((await entries())[0]?.confirmed_at).not.toBeNull();
    const again = await server.visitor().get(path);
    expect([again.status, again.location]).toEqual([303, '/de/thanks#top']);
  });

  test('knows an entry that waits from another browser, and a confirmed one that is sent again', async () => {
    const { backend, server, send, entries, mails, link, press } = await served();
    await send();
    backend.pass(2 * DAY);
    expect((await server.visitor().submit('forms/lead', goodAnswers, '/de/contact')).form).toMatchObject({
      phase: 'sent',
    });
    expect(await entries()).toHaveLength(1);
    expect(await mails()).toEqual(['form-confirmation', 'form-confirmation']);
    await press((await link()).token);
    // Two mails with links have gone to the address by now; the receipt of its owner is not one too many.
    expect(await mails()).toContain('form-receipt');
    const known = server.visitor();
    await known.submit('forms/lead', { ...goodAnswers, name: 'B' }, '/de/contact');
    const [, second] = (await entries()).toSorted((one, other) => one.sent_at.localeCompare(other.sent_at));
    await backend.ports.database.db
      .updateTable('form_entries')
      .set({ confirm_until: null, confirmed_at: second?.sent_at ?? '' })
      .where('id', '=', second?.id ?? '')
      .execute();
    const repeated = await known.submit('forms/lead', { ...goodAnswers, name: 'B' }, '/de/contact');
    expect(repeated.form).toMatchObject({ phase: 'confirmed' });
  });

  test('refuses an entry whose mail cannot be sent, because it could not be confirmed', async () => {
    const { server, entries } = await served();
    const post = (name: string) => server.visitor().submit('forms/lead', { ...goodAnswers, name }, '/de/contact');
    for (const name of ['A', 'B', 'C']) await post(name);
    const refused = await post('D');
    expect([refused.status, refused.form.values?.['name'], (await entries()).length]).toEqual([429, 'D', 3]);
  });

  test('counts an entry that is sent again once the form asks for no confirmation, and begins its retention then', async () => {
    const { backend, publish, send, entries, mails, link } = await served({}, { confirm: undefined });
    await send();
    const { path } = await link();
    backend.pass(2 * DAY);
    const visitor = await publish();
    const shown = await visitor.get(path);
    expect([shown.status, shown.form]).toMatchObject([410, { values: {}, errors: {} }]);
    expect(shown.form).not.toHaveProperty('phase');
    await visitor.submit('forms/lead', goodAnswers, '/de/contact');
    expect(await mails()).toEqual(['form-confirmation', 'form-entry', 'form-receipt']);
    const counted = (await entries()).filter(({ confirm_until: until }) => until === null);
    expect(counted).toHaveLength(1);
  });

  test('takes no link of another form', async () => {
    const { backend, send, link, entries } = await served();
    await send();
    const { token } = await link();
    const site = formSite({ ...everyType, confirm });
    const form = site.forms.get('forms/lead');
    const both = { ...site, forms: new Map([...site.forms, ...(form ? [['forms/other', form] as const] : [])]) };
    const answer = await backend.formEntries.confirmEntry({ site: both, form: 'forms/other', token });
    expect([answer, (await entries())[0]?.confirmed_at]).toEqual([{ outcome: 'expired' }, null]);
  });
});
