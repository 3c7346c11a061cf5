import { describe, expect, test } from 'vitest';
import type { DataView } from '#engine/shared/data-view.ts';
import { findFormView, listNotes, PASSWORD, send, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { addCode, balance, bench, pageEngines, request } from '#tests/helpers/backend.ts';
import { listCells, follow, serveMemberPages } from '#tests/helpers/member-pages.ts';

describe.each(pageEngines)('pages about members on %s', (engine) => {
  const { start } = bench(engine);
  const serve = () => serveMemberPages(start);

  test('R3: a link is made from a valid code, opens the landing in the language that was chosen, and is listed with its guests', async () => {
    const { backend, server, as } = await serve();
    await addCode(backend, 'PLACES', 3);
    await addCode(backend, 'NONE', 0);
    const { visitor } = await as('support');
    const page = '/admin/registrationlinkgenerator';
    const form = findFormView(await visitor.get(page), 'generate-link');
    const refused = await send(visitor, form, { code: 'NONE', language: 'pl', landing: '' });
    expect([refused.status, findFormView(refused, 'generate-link').fields[0]]).toMatchObject([
      422,
      { value: 'NONE', error: 'This code has no places left. Give its inviter more places first.' },
    ]);
    const chosen = { code: 'PLACES', language: 'de', landing: 'landings/black-friday' };
    const made = await send(visitor, form, chosen);
    const link = readView(made).sections.find((section) => section.kind === 'copy')?.copy;
    expect(link?.value).toMatch(/^https:\/\/www\.example\.com\/de\/[A-Z0-9]+\?validityTimestamp=/);
    expect(link?.code?.path).toMatch(/^M0 0h7v1h-7z/);
    const again = await send(visitor, form, chosen);
    expect(readView(again).sections.find((section) => section.kind === 'copy')?.copy.value).toBe(link?.value);
    const url = new URL(link?.value ?? '');
    expect((await server.visitor().get(url.pathname + url.search)).document).toBe('landings/black-friday');
    const query = Object.fromEntries(url.searchParams);
    const code = url.pathname.split('/').at(-1) ?? '';
    await backend.members.register(request({ code, ...query }));
    const listed = (await visitor.get(page)).data['links'] as {
      readonly sections: readonly [{ readonly table: object }];
    };
    expect(listed.sections[0].table).toMatchObject({
      rows: [{ cells: [{ text: code, sub: 'PLACES · black-friday' }, {}, { text: '1' }, { text: '0' }, {}] }],
    });
  });

  test('codes are created, found, blocked and given places once, however often the form is sent', async () => {
    const { backend, db, deeds: actions, as } = await serve();
    const { visitor } = await as('support');
    const form = findFormView(await visitor.get('/admin/codes'), 'create-code');
    const typed = { name: 'Anna', code: '', places: '4', landing: '', until: '' };
    const wrong = await send(visitor, form, { ...typed, places: 'many', until: '2020-01-01' });
    expect([wrong.status, findFormView(wrong, 'create-code').fields.map(({ value }) => value)]).toEqual([
      422,
      ['Anna', '', 'many', '', '2020-01-01'],
    ]);
    const both = await Promise.all([send(visitor, form, typed), send(visitor, form, typed)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const codes = await db.selectFrom('registration_codes').select('label').execute();
    expect(codes).toHaveLength(1);
    const { label = '' } = codes[0] ?? {};
    const found = await visitor.get(`/admin/codes?q=${label.slice(1, 5)}&sort=-free`);
    expect(listCells(found)).toEqual([[label, 'Anna', 'active', '', '0', '0', '4', '–', '']]);
    await backend.members.register(request({ code: label }));
    const balanceForm = findFormView(await visitor.get(`/admin/codes?code=${label.toLowerCase()}`), 'change-balance');
    const few = await send(visitor, balanceForm, { code: label, places: '0', reason: 'x' });
    expect(findFormView(few, 'change-balance').fields[0]?.error).toMatch(
      /^Enter a whole number from 1\sto 10,000,000\.$/,
    );
    const more = await send(visitor, balanceForm, { code: label, places: '9', reason: 'asked for more' });
    expect(listNotes(await follow(visitor, more))).toEqual(['The places are changed. Left: 8.']);
    const blocked = await send(visitor, findFormView(found, `block-${label}`));
    expect(listNotes(await follow(visitor, blocked))).toEqual(['The code is blocked.']);
    expect(listCells(await visitor.get('/admin/codes?q=ann'))[0]?.slice(0, 3)).toEqual([label, 'Anna', 'blocked']);
    expect(listCells(await visitor.get('/admin/codes?state=open'))).toEqual([]);
    expect(await actions()).toEqual(expect.arrayContaining(['code.create', 'code.balance', 'code.block']));
  });

  test('staff users who may view people export lists with whole addresses, without formulas, as far as their page shows them, with a note in the log', async () => {
    const { backend, db, wait, as } = await serve();
    await wait(2);
    await addCode(backend, 'PLACES', 3);
    const form = { email: '=cmd@example.com' };
    await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
    await expect.poll(async () => Object.keys((await backend.outbox.state()).byStatus)).toEqual(['kept']);
    const dead = { status: 'dead', last_error: '=1+1', attempts: 9, sent_at: null } as const;
    await db.updateTable('outbox').set(dead).execute();
    const { visitor, id } = await as('support');
    await send(visitor, findFormView(await visitor.get('/admin/registrationlinkgenerator'), 'generate-link'), {
      code: 'PLACES',
    });
    const take = async (page: string, block: string) => {
      const { sections } = (await visitor.get(page)).data[block] as DataView;
      const [href = ''] = sections.flatMap((section) =>
        section.kind === 'table' ? (section.table.downloads ?? []).map((link) => link.href) : [],
      );
      const { status, body, headers } = await visitor.get(href);
      const name = headers.get('content-disposition');
      return [status, name, body.replace('\uFEFF', '').replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '(time)')];
    };
    expect(await take('/admin/waitinglist', 'view')).toEqual([
      200,
      'attachment; filename="waiting-list-joined.csv"',
      'address,joined,language,country,invited\r\nguest-0@example.com,(time),de,DE,\r\nguest-1@example.com,(time),de,DE,\r\n',
    ]);
    expect(await take('/admin/membership-interest', 'view')).toEqual([
      200,
      'attachment; filename="membership-interest.csv"',
      "address,applied,language,country\r\n'=cmd@example.com,(time),fr,\r\n",
    ]);
    expect(await take('/admin/mails', 'view')).toEqual([
      200,
      'attachment; filename="mails-dead.csv"',
      expect.stringMatching(
        /^mail,language,address,written,sent,attempts,reason\r\n.*,'=…@example\.com,\(time\),,9,'=1\+1\r\n/,
      ),
    ]);
    expect(await take('/admin/registrationlinkgenerator', 'links')).toEqual([
      200,
      'attachment; filename="links.csv"',
      expect.stringMatching(
        /^code,inviter,landing,link,made,until,withdrawn,registered,active\r\n\w+,PLACES,,https:.*,no,0,0\r\n$/,
      ),
    ]);
    const noted = (await backend.staff.readAudit(20)).filter(({ action }) => action === 'list.export');
    expect(noted.map(({ actor, subject, details }) => [actor, subject, details])).toEqual([
      [id, 'links.csv', '{"rows":1}'],
      [id, 'mails-dead.csv', '{"rows":1}'],
      [id, 'membership-interest.csv', '{"rows":1}'],
      [id, 'waiting-list-joined.csv', '{"rows":2}'],
    ]);
  });

  test('Sixty samples of mails an hour are sent to one address; only the next to this address is refused with 429', async () => {
    const { backend, mails, deeds: actions, as } = await serve();
    const [{ visitor }, other] = [await as('support'), await as('admin')];
    const readSample = async (from: typeof visitor) =>
      findFormView(await from.get('/admin/mail-previews'), 'send-sample');
    const form = await readSample(visitor);
    const sample = (key: number) =>
      send(visitor, form, { mail: 'invitation', language: 'pl', _key: `sample-${key}`.padEnd(22, '-') });
    for (let count = 0; count < 60; count += 1) expect((await sample(count)).status).toBe(303);
    const refused = await sample(60);
    expect([refused.status, findFormView(refused, 'send-sample').error]).toEqual([429, expect.stringMatching(/\S/)]);
    expect(await mails()).toHaveLength(60);
    expect((await actions()).filter((action) => action === 'mail.sample')).toHaveLength(60);
    const theirs = await send(other.visitor, await readSample(other.visitor), { mail: 'invitation', language: 'pl' });
    expect(theirs.status).toBe(303);
    backend.pass(3_600_000);
    const again = (await as('support')).visitor;
    const later = await send(again, await readSample(again), { mail: 'invitation', language: 'pl' });
    expect(later.status).toBe(303);
  });

  test('B10: A release shows how many of its mails are sent, queued and failed, for a day and for itself alone', async () => {
    const { backend, db, wait, as } = await serve();
    await wait(4);
    await backend.members.applyForMembership({
      form: { email: 'bea@example.com' },
      locale: 'fr',
      network: '192.0.2.1',
    });
    const { visitor } = await as('support');
    const progress = async () =>
      readView(await visitor.get('/admin/waitinglist')).sections.flatMap((section) => {
        if (section.kind !== 'progress') return [];
        const { done, all, text, facts, isOver, again } = section.progress;
        return [[done, all, text, ...facts.map(({ value }) => value), isOver, again.href]];
      });
    expect(await progress()).toEqual([]);
    const preview = await send(visitor, findFormView(await visitor.get('/admin/waitinglist'), 'preview-release'), {
      count: '3',
    });
    await send(visitor, findFormView(preview, 'release'));
    const invitations = db.updateTable('outbox').where('template', '=', 'invitation');
    await expect.poll(async () => (await backend.outbox.state()).byStatus).toEqual({ kept: 4 });
    // Not yet due: nothing sends them while they are looked at.
    const later = new Date(backend.ports.clock.now() + 3_600_000).toISOString();
    await invitations.set({ status: 'queued', next_attempt_at: later }).execute();
    expect(await progress()).toEqual([[0, 3, '0 of 3 sent.', '0', '3', '0', false, '/admin/waitinglist']]);
    await invitations.set({ status: 'sent' }).where('recipient', '=', 'guest-0@example.com').execute();
    await invitations.set({ status: 'dead' }).where('recipient', '=', 'guest-1@example.com').execute();
    expect(await progress()).toEqual([[1, 3, '1 of 3 sent.', '1', '1', '1', false, '/admin/waitinglist']]);
    await invitations.set({ status: 'kept' }).where('status', '=', 'queued').execute();
    expect(await progress()).toEqual([[2, 3, '2 of 3 sent.', '2', '0', '1', true, '/admin/waitinglist']]);
    backend.pass(24 * 3_600_000 + 1);
    const late = await as('admin');
    expect(readView(await late.visitor.get('/admin/waitinglist')).sections.map(({ kind }) => kind)).not.toContain(
      'progress',
    );
  });

  test('a person is found masked, opened with a note in the log, and erased for a fresh password alone', async () => {
    const { backend, db, deeds: actions, mails, as, server } = await serve();
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request());
    const { visitor } = await as('support');
    const found = await send(visitor, findFormView(await visitor.get('/admin/people'), 'find-person'), {
      search: 'PLACES',
    });
    expect(listCells(found)[0]?.slice(0, 2)).toEqual(['m…@example.com', 'unconfirmed']);
    const part = await send(visitor, findFormView(await visitor.get('/admin/people'), 'find-person'), {
      search: 'été arie',
    });
    expect(listCells(part)).toEqual(listCells(found));
    expect(findFormView(part, 'find-person').fields).toMatchObject([{ name: 'search', value: 'été arie' }]);
    expect(await actions()).not.toContain('person.view');
    const [open] = findTable(found).rows[0]?.cells.at(-1)?.forms ?? [];
    if (open === undefined) throw new Error('Nobody can be opened.');
    const person = await send(visitor, open);
    expect(person.body).toContain('d’Été');
    expect(findTable(person).rows.map(({ cells }) => cells[1]?.text)).toContain('Registered with the code PLACES');
    expect(await actions()).toContain('person.view');
    const taken = await send(visitor, findFormView(person, 'export-person'));
    expect(taken.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
    expect(JSON.parse(taken.body)).toMatchObject({ members: [{ email: 'marie@example.com' }] });
    const correct = findFormView(person, 'correct-address');
    const refused = await send(visitor, correct, { newEmail: 'marie@' });
    expect(findFormView(refused, 'correct-address').fields).toMatchObject([
      { name: 'newEmail', value: 'marie@', error: 'Enter an email address such as anna@example.com.' },
    ]);
    const corrected = await send(visitor, correct, { newEmail: 'marie.dete@example.com' });
    expect(listNotes(corrected)).toEqual(['The email address is corrected, and the email is being sent.']);
    expect((await mails()).map(([to]) => to)).toContain('marie.dete@example.com');
    expect((await backend.staff.readAudit(9)).find(({ action }) => action === 'person.correct')).toMatchObject({
      before: { email: 'marie@example.com' },
      after: { email: 'marie.dete@example.com' },
      network: '127.0.0.0/24',
    });
    const late = await send(visitor, findFormView(person, 'resend-activation'));
    // The person is the same under the new address.
    expect(listNotes(late)).toEqual(['The email is being sent.']);
    const asked = await send(visitor, findFormView(corrected, 'preview-erase-person'));
    expect(readView(asked).sections.find(({ kind }) => kind === 'facts')).toMatchObject({
      title: 'Data to be deleted',
      facts: expect.arrayContaining([
        { label: 'Email address', value: 'marie.dete@example.com' },
        { label: 'Account and addresses', value: '2' },
      ]),
    });
    const looked = findFormView(asked, 'erase-person');
    const again = await send(visitor, looked, { password: 'not mine' });
    expect(findFormView(again, 'erase-person').fields).toMatchObject([{ error: 'Wrong password.' }]);
    expect([again.status, await db.selectFrom('members').select('id').execute()]).toMatchObject([422, [{}]]);
    await db.deleteFrom('newsletter_consents').execute();
    const changed = await send(visitor, looked, { password: PASSWORD });
    expect([changed.status, listNotes(changed)[0]]).toEqual([200, 'The data has changed since the preview.']);
    const erase = findFormView(changed, 'erase-person');
    const gone = await send(visitor, erase, { password: PASSWORD });
    expect(gone.location).toMatch(/^\/admin\/people\?done=personErased&n=\d+$/);
    expect(await db.selectFrom('members').select('id').execute()).toEqual([]);
    expect((await balance(backend, 'PLACES')).free).toBe(3);
    expect(server.log()).not.toMatch(/marie|not mine/);
  });

  test('a dead letter is reported at the start with its reason, and is sent again', async () => {
    const { backend, db, as } = await serve();
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request());
    await expect.poll(async () => (await backend.outbox.state()).byStatus).toEqual({ kept: 1 });
    await db.updateTable('outbox').set({ status: 'dead', last_error: '550 no such user', attempts: 9 }).execute();
    const { visitor } = await as('support');
    expect(readView(await visitor.get('/admin')).sections[0]).toMatchObject({
      kind: 'items',
      items: [{ title: 'Failed emails: 1', link: { href: '/admin/mails' } }],
    });
    const mails = await visitor.get('/admin/mails');
    expect(listCells(mails)[0]).toEqual(
      expect.arrayContaining(['m…@example.com', '9', 'The recipient’s mail server refuses our emails']),
    );
    const id = findTable(mails).rows[0]?.key ?? '';
    const revived = await send(visitor, findFormView(mails, `revive-${id}`));
    expect(listNotes(await follow(visitor, revived))).toEqual(['The email is queued again.']);
    const sample = findFormView(await visitor.get('/admin/mail-previews'), 'send-sample');
    const sent = await send(visitor, sample, { mail: 'invitation', language: 'pl' });
    expect(listNotes(await follow(visitor, sent))).toEqual(['The test email is being sent to you.']);
    const queued = await db.selectFrom('outbox').select(['recipient', 'template', 'locale']).execute();
    expect(queued).toContainEqual({ recipient: 'support@example.com', template: 'invitation', locale: 'pl' });
    const strange = await send(visitor, findFormView(await visitor.get('/admin/mail-previews'), 'send-sample'), {
      mail: 'x',
    });
    expect([strange.status, findFormView(strange, 'send-sample').fields[0]?.error]).toEqual([
      422,
      'This email does not exist.',
    ]);
    const preview = await visitor.get('/do/admin/file/mail-preview?mail=invitation&language=pl');
    expect([preview.status, preview.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ]);
  });
});
