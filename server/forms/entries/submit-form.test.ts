import { describe, expect, test } from 'vitest';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { bench, engines } from '#tests/helpers/backend.ts';
import { entriesOfPerson } from './personal-data.ts';
import { everyType, formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const DAY = 86_400_000;

describe.each(engines)('a form document on %s', (engine) => {
  const { start } = bench(engine);

  async function served(form?: FormDocument) {
    const site = formSite(form);
    const backend = await start({ documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings() });
    const visitor = server.visitor();
    const send = (fields: Readonly<Record<string, string>> | URLSearchParams = goodAnswers, from = '/de/contact') =>
      visitor.submit('forms/lead', fields, from);
    const entries = () => backend.ports.database.db.selectFrom('form_entries').selectAll().execute();
    return { backend, server, visitor, send, entries };
  }

  test('stores an entry with both mails, and answers the same entry once more alike', async () => {
    const { backend, send, entries } = await served();
    const answer = await send(goodAnswers, '/de/contact?utm_source=paper&other=1');
    expect([answer.status, answer.form]).toEqual([
      200,
      { form: 'forms/lead#one', values: {}, errors: {}, phase: 'sent' },
    ]);
    expect((await send()).form).toMatchObject({ phase: 'sent' });
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      form: 'lead',
      document: 'pages/contact',
      locale: 'de',
      email_canonical: 'zoe@example.com',
      query: '{"utm_source":"paper"}',
      delete_at: new Date(Date.parse(entry?.sent_at ?? '') + 30 * DAY).toISOString(),
    });
    expect(JSON.parse(entry?.content ?? '')).toEqual({
      name: 'Zoë Łuć',
      email: 'Zoe@Example.com',
      size: 'small',
      privacy: true,
    });
    expect(JSON.parse(entry?.consents ?? '')).toEqual({ privacy: { policy: 'privacy', version: '0123456789abcdef' } });
    const mails = await backend.outbox.list();
    expect(mails.map(({ template, to, locale }) => [template, to, locale]).toSorted()).toEqual([
      ['form-entry', 'team@example.com', 'en'],
      ['form-receipt', 'Zoe@Example.com', 'de'],
    ]);
    expect(mails.find(({ template }) => template === 'form-entry')?.text).toContain('Size\nA small one');
    expect(mails.map(({ template, replyTo }) => [template, replyTo]).toSorted()).toEqual([
      ['form-entry', 'Zoe@Example.com'],
      ['form-receipt', undefined],
    ]);
    const { html = '', subject } = mails.find(({ template }) => template === 'form-entry') ?? {};
    expect([subject, html.includes('Size<br>A small one')]).toEqual(['New entry: Title', true]);
  });

  test('stores an entry of a block that a publication has renamed meanwhile', async () => {
    const { send, entries } = await served();
    expect((await send({ ...goodAnswers, block: 'gone' })).form).toMatchObject({
      form: 'forms/lead#one',
      phase: 'sent',
    });
    expect((await send({ block: 'gone', name: 'Zoë' })).form).toMatchObject({
      form: 'forms/lead#one',
      values: { name: 'Zoë' },
    });
    expect(await entries()).toHaveLength(1);
  });

  test('stores the same entry again after another one, and after it was deleted', async () => {
    const { backend, send, entries } = await served();
    const agreed = { ...goodAnswers, news: 'on' };
    for (const fields of [agreed, goodAnswers, agreed, agreed]) await send(fields);
    expect((await entries()).map(({ content }) => JSON.parse(content).news)).toEqual([true, undefined, true]);
    for (const { id } of await entries()) await backend.formEntries.deleteEntry(id);
    await Promise.all([send(), send(), send()]);
    expect(await entries()).toHaveLength(1);
  });

  test('is refused with every answer whole, with a message for each field that is wrong', async () => {
    const { send, entries } = await served();
    const message = `${'ł'.repeat(1_990)}\nend`;
    const answer = await send({
      block: 'two',
      name: '',
      email: 'zoe@',
      size: 'gone',
      guests: '9',
      day: '2026-11-30',
      diet: 'stones',
      message,
    });
    expect(answer.status).toBe(422);
    expect(answer.document).toBe('pages/contact');
    expect(answer.form).toMatchObject({
      form: 'forms/lead#two',
      values: { email: 'zoe@', size: 'gone', guests: '9', day: '2026-11-30', diet: 'stones', message },
      errors: {
        name: 'required',
        email: 'pattern',
        size: 'pattern',
        guests: 'pattern',
        day: 'pattern',
        diet: 'pattern',
        privacy: 'required',
      },
    });
    expect(await entries()).toEqual([]);
  });

  test('fills a field in advance with what the address of the page says', async () => {
    const [name, ...others] = everyType.fields;
    if (name?.type !== 'text') throw new Error('The first field is a line of text.');
    const { visitor } = await served({ ...everyType, fields: [{ ...name, prefill: 'who' }, ...others] });
    const filled = await visitor.get('/de/contact?who=Zo%C3%AB%22%3E');
    expect(filled.body).toContain('<input name="name" data-hole="prefillname" value="Zoë&quot;&gt;">');
    expect((await visitor.get('/de/contact?name=Eve')).body).not.toContain('data-hole');
  });

  test('asks for a field only while its condition holds, and drops it otherwise', async () => {
    const { send, entries } = await served();
    expect((await send({ ...goodAnswers, size: 'large' })).form.errors).toEqual({ phone: 'required' });
    await send({ ...goodAnswers, phone: '+49 89 123456' });
    expect((await entries()).map(({ content }) => JSON.parse(content).phone)).toEqual([undefined]);
  });

  test('reads each type of field, cleaned', async () => {
    const { send, entries } = await served();
    const fields = new URLSearchParams({
      ...goodAnswers,
      name: '  Zoe\u0308 \u202E  Łuć\n',
      size: 'large',
      phone: ' +49 (89) 12 34-5 ',
      guests: '8',
      day: '2026-12-31',
      message: 'one\r\n\r\ntwo ',
      news: 'on',
    });
    for (const value of ['fish', 'meat', 'fish']) fields.append('diet', value);
    expect((await send(fields)).form).toMatchObject({ phase: 'sent' });
    expect(JSON.parse((await entries())[0]?.content ?? '')).toEqual({
      name: 'Zoë Łuć',
      email: 'Zoe@Example.com',
      size: 'large',
      phone: '+49 (89) 12 34-5',
      guests: 8,
      day: '2026-12-31',
      diet: ['fish', 'meat'],
      message: 'one\n\ntwo',
      news: true,
      privacy: true,
    });
  });

  test('leads to its page of thanks, stores nothing of a program that fills in the honeypot, and limits a network', async () => {
    const sent = { show: 'page' as const, page: 'pages/thanks#top' };
    const { send, visitor, entries } = await served({ ...everyType, sent, limit: { max: 2, minutes: 60 } });
    expect((await send({ ...goodAnswers, homepage: 'https://spam.example' })).location).toBe('/de/thanks#top');
    expect(await entries()).toEqual([]);
    expect((await send()).location).toBe('/de/thanks#top');
    await send({ ...goodAnswers, name: 'Another' });
    const limited = await send({ ...goodAnswers, name: 'A third' });
    expect([limited.status, limited.form.refusal, limited.form.values?.['name']]).toEqual([
      429,
      'refusals.tooMany',
      'A third',
    ]);
    expect(await entries()).toHaveLength(2);
    expect((await visitor.submit('forms/unknown', goodAnswers, '/de/contact')).status).toBe(404);
  });

  test('writes to the address of a sender three times a day at most', async () => {
    const { backend, send } = await served();
    for (const name of ['A', 'B', 'C', 'D']) await send({ ...goodAnswers, name });
    const mails = await backend.outbox.list();
    expect(mails.filter(({ template }) => template === 'form-receipt')).toHaveLength(3);
    expect(mails.filter(({ template }) => template === 'form-entry')).toHaveLength(4);
  });

  test('stores entries no longer than it says, exports them with their person, and erases them', async () => {
    const { backend, send, entries } = await served();
    await send();
    await send({ ...goodAnswers, name: 'B', email: 'other@example.com' });
    expect((await backend.people.export('zoe@EXAMPLE.com'))?.['form_entries']).toMatchObject([{ form: 'lead' }]);
    const erased = await backend.people.erase('zoe@example.com', 'command-line');
    expect(erased).toMatchObject({ outcome: 'erased', rows: { form_entries: 1 } });
    expect((await entries()).map((entry) => entry.email_canonical)).toEqual(['other@example.com']);
    const mails = await backend.outbox.list();
    expect(mails.filter(({ text }) => text.includes('Zoe@Example.com'))).toEqual([]);
    expect(mails.map(({ template }) => template).toSorted()).toEqual(['form-entry', 'form-receipt']);
    backend.pass(31 * DAY);
    await backend.runMaintenance();
    expect(await entries()).toEqual([]);
  });

  test('finds and erases entries that name a person in a field after the first address, and none that only mention one', async () => {
    const fields = everyType.fields.flatMap((field) => [
      field,
      ...(field.type === 'email' ? [{ ...field, name: 'friend' }] : []),
    ]);
    const { backend, send, entries } = await served({ ...everyType, fields });
    await send({ ...goodAnswers, friend: 'Eva@Example.com' });
    await send({ ...goodAnswers, friend: 'eva@bücher.example' });
    await send({ ...goodAnswers, friend: 'other@example.com', message: 'Write to eva@example.com.' });
    expect((await backend.people.export('eva@example.com'))?.['form_entries']).toHaveLength(1);
    // An erasure is repeated after an older back-up for anyone who is among these.
    const known = await entriesOfPerson.listPersons?.(backend.ports.database.db);
    expect(known?.addresses).toEqual(expect.arrayContaining(['eva@example.com', 'eva@xn--bcher-kva.example']));
    for (const address of ['eva@example.com', 'eva@bücher.example'])
      await backend.people.erase(address, 'command-line');
    expect((await entries()).map(({ content }) => JSON.parse(content).friend)).toEqual(['other@example.com']);
  });

  const full = everyType.submit;
  const withPlaces = (counts?: string): FormDocument => ({
    ...everyType,
    fields: everyType.fields.map((field) => (field.type === 'number' ? { ...field, required: true } : field)),
    limit: { max: 100, minutes: 60 },
    places: { total: 5, full, counts },
  });
  const guest = (number: number, guests = '1') => ({
    ...goodAnswers,
    name: `Guest ${number}`,
    email: `guest${number}@example.com`,
    guests,
  });

  const typed = ({ block: _block, ...fields }: Readonly<Record<string, string>>) => fields;

  test('gives each place once to 20 entries that are sent at once, and a deleted entry frees its own', async () => {
    const { backend, send, entries } = await served(withPlaces());
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => send(guest(number))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(422)]);
    const [first, ...others] = await entries();
    expect(others).toHaveLength(4);
    const refused = await send(guest(20));
    expect([refused.status, refused.form.refusal, refused.form.values]).toMatchObject([422, full, typed(guest(20))]);
    await backend.formEntries.deleteEntry(first?.id ?? '');
    // Nothing of the refused entry is left that would make it a repeated one.
    expect((await send(guest(20))).form).toMatchObject({ phase: 'sent' });
    expect(await entries()).toHaveLength(5);
  });

  test('shows that it is full once all places are taken, and its fields again after an entry was deleted', async () => {
    const { backend, send, visitor, entries } = await served({ ...withPlaces(), places: { total: 1, full } });
    const shown = async () => (await visitor.get('/de/contact')).body.includes('"full:forms/lead":"yes"');
    const before = await shown();
    await send(guest(1));
    const taken = await shown();
    await backend.formEntries.deleteEntry((await entries())[0]?.id ?? '');
    expect([before, taken, await shown()]).toEqual([false, true, false]);
  });

  test('counts the places that a field names, and says at the field that fewer are left', async () => {
    const { send, entries } = await served(withPlaces('guests'));
    await send(guest(1, '3'));
    const tooMany = await send(guest(2, '3'));
    expect([tooMany.status, tooMany.form.errors, tooMany.form.values]).toMatchObject([
      422,
      { guests: 'places' },
      typed(guest(2, '3')),
    ]);
    expect((await send(guest(2, '2'))).form).toMatchObject({ phase: 'sent' });
    expect((await send(guest(3))).form).toMatchObject({ refusal: full });
    expect(await entries()).toHaveLength(2);
  });
});
