import { describe, expect, test } from 'vitest';
import type { DataView } from '#engine/base/data-view.ts';
import { joinMemberRooms } from '#server/join-member-rooms.ts';
import { formOf, notesOf, PASSWORD, send, signedIn, tableOf, viewOf } from '#tests/helpers/admin-visitor.ts';
import { addCode, balance, bench, engines, request } from '#tests/helpers/backend.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const cellsOf = (answer: Answer): readonly (readonly string[])[] =>
  tableOf(answer).rows.map(({ cells }) => cells.map(({ text }) => text));
const follow = async (visitor: TestVisitor, answer: Answer): Promise<Answer> => visitor.get(answer.location ?? '');

describe.each(engines)('pages about members on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start({ moreRooms: joinMemberRooms });
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { db } = backend.ports.database;
    const wait = (count: number) =>
      db
        .insertInto('waiting_list')
        .values(
          Array.from({ length: count }, (_, index) => ({
            id: `waits-${index}`,
            email: `guest-${index}@example.com`,
            email_canonical: `guest-${index}@example.com`,
            locale: 'de',
            country: 'DE',
            state: 'joined' as const,
            joined_at: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
            invited_at: null,
            invitation_code: null,
          })),
        )
        .execute();
    const mails = async () => (await backend.outbox.list(500)).map(({ to, template }) => [to, template]);
    const deeds = async () => (await backend.staff.readAudit(99)).map(({ action }) => action);
    return {
      backend,
      server,
      db,
      wait,
      mails,
      deeds,
      as: (group: 'admin' | 'support') => signedIn(server, backend, group),
    };
  }

  test('R3: a link is made from a valid code, opens the landing in the language that was chosen, and is listed with its guests', async () => {
    const { backend, server, as } = await serve();
    await addCode(backend, 'PLACES', 3);
    await addCode(backend, 'NONE', 0);
    const { visitor } = await as('support');
    const page = '/admin/registrationlinkgenerator';
    const form = formOf(await visitor.get(page), 'generate-link');
    const refused = await send(visitor, form, { code: 'NONE', language: 'pl', landing: '' });
    expect([refused.status, formOf(refused, 'generate-link').fields[0]]).toMatchObject([
      422,
      { value: 'NONE', error: 'All places of this code are taken. Give its inviter more first.' },
    ]);
    const chosen = { code: 'PLACES', language: 'de', landing: 'landings/black-friday' };
    const made = await send(visitor, form, chosen);
    const link = viewOf(made).sections.find((section) => section.kind === 'copy')?.copy;
    expect(link?.value).toMatch(/^https:\/\/www\.example\.com\/de\/[A-Z0-9]+\?validityTimestamp=/);
    expect(link?.code?.path).toMatch(/^M0 0h7v1h-7z/);
    const again = await send(visitor, form, chosen);
    expect(viewOf(again).sections.find((section) => section.kind === 'copy')?.copy.value).toBe(link?.value);
    const url = new URL(link?.value ?? '');
    expect((await server.visitor().get(url.pathname + url.search)).document).toBe('landings/black-friday');
    const query = Object.fromEntries(url.searchParams);
    const code = url.pathname.split('/').at(-1) ?? '';
    await backend.members.register(request({ code, ...query }));
    const listed = (await visitor.get(page)).data['links'] as {
      readonly sections: readonly [{ readonly table: object }];
    };
    expect(listed.sections[0].table).toMatchObject({
      rows: [{ cells: [{ text: code }, { text: 'black-friday' }, {}, {}, { text: '1' }, { text: '0' }] }],
    });
  });

  test('codes are created, found, blocked and given places once, however often the form is sent', async () => {
    const { backend, db, deeds, as } = await serve();
    const { visitor } = await as('support');
    const form = formOf(await visitor.get('/admin/codes'), 'create-code');
    const typed = { name: 'Anna', code: '', places: '4', landing: '', until: '' };
    const wrong = await send(visitor, form, { ...typed, places: 'many', until: '2020-01-01' });
    expect([wrong.status, formOf(wrong, 'create-code').fields.map(({ value }) => value)]).toEqual([
      422,
      ['Anna', '', 'many', '', '2020-01-01'],
    ]);
    const both = await Promise.all([send(visitor, form, typed), send(visitor, form, typed)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const codes = await db.selectFrom('registration_codes').select('label').execute();
    expect(codes).toHaveLength(1);
    const { label = '' } = codes[0] ?? {};
    const found = await visitor.get(`/admin/codes?q=${label.slice(1, 5)}&sort=-free`);
    expect(cellsOf(found)).toEqual([[label, 'Anna', 'open', '', '0', '0', '4', '–', '']]);
    await backend.members.register(request({ code: label }));
    const balanceForm = formOf(found, 'change-balance');
    const few = await send(visitor, balanceForm, { code: label, places: '0', reason: 'x' });
    expect(formOf(few, 'change-balance').fields[1]?.error).toMatch(/^Write a whole number from 1\sto 10,000,000\.$/);
    const more = await send(visitor, balanceForm, { code: label, places: '9', reason: 'asked for more' });
    expect(notesOf(await follow(visitor, more))).toEqual(['The balance is changed. Left: 8.']);
    const blocked = await send(visitor, formOf(found, `block-${label}`));
    expect(cellsOf(await follow(visitor, blocked))[0]?.[2]).toBe('blocked');
    expect(cellsOf(await visitor.get('/admin/codes?state=open'))).toEqual([]);
    expect(await deeds()).toEqual(expect.arrayContaining(['code.create', 'code.balance', 'code.block']));
  });

  test('a file of codes is reported line by line before anything is saved, and comes out as it went in', async () => {
    const { backend, db, as } = await serve();
    await addCode(backend, 'PLACES', 3);
    const { visitor } = await as('support');
    const lines = [
      'code;name;places;landing;until',
      'MILAN-1;Carla;5;;',
      'places;Eva;2;;',
      'A B;Eva;2;;',
      'MILAN-2;;x;;',
      'MILAN-1;Carla;5;;',
      'MILAN-3;"=1+1";3;lost;',
    ];
    const check = formOf(await visitor.get('/admin/codes'), 'check-codes');
    const report = await send(visitor, check, { file: lines.join('\n') });
    expect(cellsOf(report).map(([line, code]) => [line, code])).toEqual([
      ['3', 'places'],
      ['4', 'A B'],
      ['5', 'MILAN-2'],
      ['6', 'MILAN-1'],
      ['7', 'MILAN-3'],
    ]);
    expect(await db.selectFrom('registration_codes').select('label').execute()).toHaveLength(1);
    const saved = await send(visitor, formOf(report, 'import-codes'));
    expect(notesOf(await follow(visitor, saved))).toEqual(['Codes saved: 1.']);
    const file = await visitor.get('/do/admin/file/codes');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="codes.csv"');
    expect(file.body).toBe(
      'code,name,places,used,pending,left,landing,until,state\r\nMILAN-1,Carla,5,0,0,5,,,open\r\nPLACES,Anna,3,0,0,3,,,open\r\n',
    );
  });

  test('a line whose code was taken after the report is named with its number in the file, and the others are saved', async () => {
    const { backend, db, as } = await serve();
    const { visitor } = await as('support');
    const lines = ['code;places', 'A B;1', 'MILAN-1;5', 'MILAN-2;2'];
    const report = await send(visitor, formOf(await visitor.get('/admin/codes'), 'check-codes'), {
      file: lines.join('\n'),
    });
    const form = formOf(report, 'import-codes');
    await addCode(backend, 'MILAN-1', 3);
    const saved = await send(visitor, form);
    expect(notesOf(saved)).toEqual(['Codes saved: 1.']);
    expect(cellsOf(saved)).toEqual([['3', 'MILAN-1', expect.stringContaining('exists')]]);
    expect((await send(visitor, form)).location).toBe('/admin/codes');
    const labels = (await db.selectFrom('registration_codes').select('label').execute()).map(({ label }) => label);
    expect(labels.toSorted()).toEqual(['MILAN-1', 'MILAN-2']);
  });

  test('lists are taken away with addresses masked and no formula in them, as far as their page shows them, with a note in the log', async () => {
    const { backend, db, wait, as } = await serve();
    await wait(2);
    await addCode(backend, 'PLACES', 3);
    const form = { email: '=cmd@example.com' };
    await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
    await expect.poll(async () => Object.keys((await backend.outbox.state()).byStatus)).toEqual(['kept']);
    const dead = { status: 'dead', last_error: '=1+1', attempts: 9, sent_at: null } as const;
    await db.updateTable('outbox').set(dead).execute();
    const { visitor, id } = await as('support');
    await send(visitor, formOf(await visitor.get('/admin/registrationlinkgenerator'), 'generate-link'), {
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
      'address,joined,language,country,invited\r\ng…@example.com,(time),de,DE,\r\ng…@example.com,(time),de,DE,\r\n',
    ]);
    expect(await take('/admin/membership-interest', 'view')).toEqual([
      200,
      'attachment; filename="membership-interest.csv"',
      "address,applied,language,country\r\n'=…@example.com,(time),fr,\r\n",
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
      expect.stringMatching(/^code,inviter,landing,link,made,until,registered,active\r\n\w+,PLACES,,https:.*,0,0\r\n$/),
    ]);
    const noted = (await backend.staff.readAudit(20)).filter(({ action }) => action === 'list.export');
    expect(noted.map(({ actor, subject, details }) => [actor, subject, details])).toEqual([
      [id, 'links.csv', '{"rows":1}'],
      [id, 'mails-dead.csv', '{"rows":1}'],
      [id, 'membership-interest.csv', '{"rows":1}'],
      [id, 'waiting-list-joined.csv', '{"rows":2}'],
    ]);
  });

  test('sixty samples of mails an hour are sent to one address; the next is refused with 429, and nobody else is', async () => {
    const { backend, mails, deeds, as } = await serve();
    const [{ visitor }, other] = [await as('support'), await as('admin')];
    const sampleOf = async (from: typeof visitor) => formOf(await from.get('/admin/mail-previews'), 'send-sample');
    const form = await sampleOf(visitor);
    const sample = (key: number) =>
      send(visitor, form, { mail: 'invitation', language: 'pl', _key: `sample-${key}`.padEnd(22, '-') });
    for (let count = 0; count < 60; count += 1) expect((await sample(count)).status).toBe(303);
    const refused = await sample(60);
    expect([refused.status, formOf(refused, 'send-sample').error]).toEqual([429, expect.stringMatching(/\S/)]);
    expect(await mails()).toHaveLength(60);
    expect((await deeds()).filter((action) => action === 'mail.sample')).toHaveLength(60);
    const theirs = await send(other.visitor, await sampleOf(other.visitor), { mail: 'invitation', language: 'pl' });
    expect(theirs.status).toBe(303);
    backend.pass(3_600_000);
    const again = (await as('support')).visitor;
    const later = await send(again, await sampleOf(again), { mail: 'invitation', language: 'pl' });
    expect(later.status).toBe(303);
  });

  test('B10: three who release at once, and press twice, send each guest one mail', async () => {
    const { backend, wait, mails, as } = await serve();
    await wait(45);
    const admins = await Promise.all([as('admin'), as('support'), as('admin')]);
    const forms = await Promise.all(
      admins.map(async ({ visitor }) => {
        const form = formOf(await visitor.get('/admin/waitinglist'), 'preview-release');
        const preview = await send(visitor, form, { count: '15' });
        return { visitor, form: formOf(preview, 'release') };
      }),
    );
    expect(await mails()).toEqual([]);
    const first = await Promise.all(forms.map(({ visitor, form }) => send(visitor, form)));
    const again = await Promise.all(forms.map(({ visitor, form }) => send(visitor, form)));
    expect(new Set([...first, ...again].map(({ location }) => location))).toEqual(
      new Set(['/admin/waitinglist?done=released&n=15']),
    );
    const sent = await mails();
    expect([sent.length, new Set(sent.map(([to]) => to)).size]).toEqual([45, 45]);
    expect(await backend.members.countWaiting()).toBe(0);
  });

  test('B10: a release shows how many of its mails are sent, queued and given up, for a day and for itself alone', async () => {
    const { backend, db, wait, as } = await serve();
    await wait(4);
    await backend.members.applyForMembership({
      form: { email: 'bea@example.com' },
      locale: 'fr',
      network: '192.0.2.1',
    });
    const { visitor } = await as('support');
    const progress = async () =>
      viewOf(await visitor.get('/admin/waitinglist')).sections.flatMap((section) => {
        if (section.kind !== 'progress') return [];
        const { done, all, text, facts, isOver, again } = section.progress;
        return [[done, all, text, ...facts.map(({ value }) => value), isOver, again.href]];
      });
    expect(await progress()).toEqual([]);
    const preview = await send(visitor, formOf(await visitor.get('/admin/waitinglist'), 'preview-release'), {
      count: '3',
    });
    await send(visitor, formOf(preview, 'release'));
    const invitations = db.updateTable('outbox').where('template', '=', 'invitation');
    await expect.poll(async () => (await backend.outbox.state()).byStatus).toEqual({ kept: 4 });
    // Not yet due: nothing sends them while they are looked at.
    const later = new Date(backend.ports.clock.now() + 3_600_000).toISOString();
    await invitations.set({ status: 'queued', next_attempt_at: later }).execute();
    expect(await progress()).toEqual([[0, 3, '0 of 3 are sent.', '0', '3', '0', false, '/admin/waitinglist']]);
    await invitations.set({ status: 'sent' }).where('recipient', '=', 'guest-0@example.com').execute();
    await invitations.set({ status: 'dead' }).where('recipient', '=', 'guest-1@example.com').execute();
    expect(await progress()).toEqual([[1, 3, '1 of 3 are sent.', '1', '1', '1', false, '/admin/waitinglist']]);
    await invitations.set({ status: 'kept' }).where('status', '=', 'queued').execute();
    expect(await progress()).toEqual([[2, 3, '2 of 3 are sent.', '2', '0', '1', true, '/admin/waitinglist']]);
    backend.pass(24 * 3_600_000 + 1);
    const late = await as('admin');
    expect(viewOf(await late.visitor.get('/admin/waitinglist')).sections.map(({ kind }) => kind)).not.toContain(
      'progress',
    );
  });

  test('an application is answered once, by an invitation that works or by thanks', async () => {
    const { backend, db, mails, deeds, as } = await serve();
    for (const name of ['anna', 'bea']) {
      const form = { email: `${name}@example.com` };
      const answer = await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
      expect(answer).toMatchObject({ outcome: 'received' });
      // Who asked first is first.
      backend.pass(60_000);
    }
    await db.deleteFrom('outbox').execute();
    const [{ visitor }, other] = [await as('support'), await as('admin')];
    const page = await visitor.get('/admin/membership-interest');
    expect(cellsOf(page).map(([address]) => address)).toEqual(['a…@example.com', 'b…@example.com']);
    const [first, second] = tableOf(page).rows.map(({ key }) => key);
    const theirs = formOf(await other.visitor.get('/admin/membership-interest'), `decline-${first}`);
    const accepted = await send(visitor, formOf(page, `accept-${first}`));
    expect(notesOf(await follow(visitor, accepted))).toEqual(['The invitation is on its way.']);
    const late = await send(other.visitor, theirs);
    expect(late.location).toBe('/admin/membership-interest?done=interestBefore');
    await send(visitor, formOf(page, `decline-${second}`));
    expect((await mails()).toSorted()).toEqual([
      ['anna@example.com', 'invitation'],
      ['bea@example.com', 'interest-declined'],
    ]);
    const { code = '' } = (await db.selectFrom('registration_codes').select('code').executeTakeFirst()) ?? {};
    expect(await backend.members.register(request({ code }))).toMatchObject({ outcome: 'registered' });
    expect(await deeds()).toEqual(expect.arrayContaining(['interest.accept', 'interest.decline']));
  });

  test('a person is found masked, opened with a note in the log, and erased for a fresh password alone', async () => {
    const { backend, db, deeds, mails, as, server } = await serve();
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request());
    const { visitor } = await as('support');
    const found = await send(visitor, formOf(await visitor.get('/admin/people'), 'find-person'), { search: 'PLACES' });
    expect(cellsOf(found)[0]?.slice(0, 2)).toEqual(['m…@example.com', 'has to confirm']);
    expect(await deeds()).not.toContain('person.view');
    const [open] = tableOf(found).rows[0]?.cells.at(-1)?.forms ?? [];
    if (open === undefined) throw new Error('Nobody can be opened.');
    const person = await send(visitor, open);
    expect(person.body).toContain('d’Été');
    expect(await deeds()).toContain('person.view');
    const taken = await send(visitor, formOf(person, 'export-person'));
    expect(taken.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
    expect(JSON.parse(taken.body)).toMatchObject({ members: [{ email: 'marie@example.com' }] });
    const correct = formOf(person, 'correct-address');
    const refused = await send(visitor, correct, { newEmail: 'marie@' });
    expect(formOf(refused, 'correct-address').fields).toMatchObject([
      { name: 'newEmail', value: 'marie@', error: 'Write an address such as anna@example.com.' },
    ]);
    const corrected = await send(visitor, correct, { newEmail: 'marie.dete@example.com' });
    expect(notesOf(corrected)).toEqual(['The address is corrected, and the mail is on its way.']);
    expect((await mails()).map(([to]) => to)).toContain('marie.dete@example.com');
    expect((await backend.staff.readAudit(9)).find(({ action }) => action === 'person.correct')).toMatchObject({
      before: { email: 'marie@example.com' },
      after: { email: 'marie.dete@example.com' },
      network: '127.0.0.0/24',
    });
    const late = await send(visitor, formOf(person, 'resend-activation'));
    // The person is the same under the new address.
    expect(notesOf(late)).toEqual(['The mail is on its way.']);
    const erase = formOf(corrected, 'erase-person');
    const kept = await send(visitor, erase, { password: 'not mine' });
    expect(notesOf(kept)).toEqual(['This is not your password.']);
    expect([kept.status, await db.selectFrom('members').select('id').execute()]).toMatchObject([200, [{}]]);
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
    expect(viewOf(await visitor.get('/admin')).sections[0]).toMatchObject({
      kind: 'items',
      items: [{ title: 'Mails that could not be delivered: 1', link: { href: '/admin/mails' } }],
    });
    const mails = await visitor.get('/admin/mails');
    expect(cellsOf(mails)[0]).toEqual(expect.arrayContaining(['m…@example.com', 'given up', '9', '550 no such user']));
    const id = tableOf(mails).rows[0]?.key ?? '';
    const revived = await send(visitor, formOf(mails, `revive-${id}`));
    expect(notesOf(await follow(visitor, revived))).toEqual(['The mail is in the queue again.']);
    const sample = formOf(await visitor.get('/admin/mail-previews'), 'send-sample');
    const sent = await send(visitor, sample, { mail: 'invitation', language: 'pl' });
    expect(notesOf(await follow(visitor, sent))).toEqual(['The sample is on its way to you.']);
    const queued = await db.selectFrom('outbox').select(['recipient', 'template', 'locale']).execute();
    expect(queued).toContainEqual({ recipient: 'support@example.com', template: 'invitation', locale: 'pl' });
    const strange = await send(visitor, formOf(await visitor.get('/admin/mail-previews'), 'send-sample'), {
      mail: 'x',
    });
    expect([strange.status, formOf(strange, 'send-sample').fields[0]?.error]).toEqual([422, 'There is no such mail.']);
    const preview = await visitor.get('/do/admin/file/mail-preview?mail=invitation&language=pl');
    expect([preview.status, preview.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ]);
  });
});
