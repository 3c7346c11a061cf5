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

  async function served(more: Partial<FormDocument> = {}) {
    const site = formSite({ ...everyType, confirm, ...more });
    const backend = await start({ documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings() });
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
    return { backend, server, send, entries, mails, link, press };
  }

  test('takes its actions once the link of the mail was opened and the button pressed, and only once', async () => {
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

  test('leads to the page that thanks for a confirmation', async () => {
    const { send, link, press, entries } = await served({
      confirm: { ...confirm, days: 1, confirmed: { show: 'page', page: 'pages/thanks#top' } },
    });
    await send();
    expect((await press((await link()).token)).location).toBe('/de/thanks#top');
    expect((await entries())[0]?.confirmed_at).not.toBeNull();
  });
});
