import { describe, expect, test } from 'vitest';
import { findFormView, listNotes, send, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, pageEngines, request } from '#tests/helpers/backend.ts';
import { listCells, follow, serveMemberPages } from '#tests/helpers/member-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const listFacts = (answer: Answer): readonly string[] =>
  readView(answer).sections.flatMap((section) =>
    section.kind === 'facts' ? section.facts.map(({ value }) => value) : [],
  );

describe.each(pageEngines)('what was agreed to is what is done, on %s:', (engine) => {
  const { start } = bench(engine);
  const serve = () => serveMemberPages(start);

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
    const check = findFormView(await visitor.get('/admin/codes'), 'check-codes');
    const report = await send(visitor, check, { file: lines.join('\n') });
    expect(listCells(report).map(([line, column, code]) => [line, column, code])).toEqual([
      ['3', 'code', 'places'],
      ['4', 'code', 'A B'],
      ['5', 'places', 'MILAN-2'],
      ['6', 'code', 'MILAN-1'],
      ['7', 'landing', 'MILAN-3'],
    ]);
    expect(await db.selectFrom('registration_codes').select('label').execute()).toHaveLength(1);
    const saved = await send(visitor, findFormView(report, 'import-codes'));
    expect(listNotes(await follow(visitor, saved))).toEqual(['Codes saved: 1.']);
    const file = await visitor.get('/do/admin/file/codes');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="codes.csv"');
    expect(file.body).toBe(
      'code,name,places,used,pending,left,landing,until,state,last used\r\nMILAN-1,Carla,5,0,0,5,,,open,\r\nPLACES,Anna,3,0,0,3,,,open,\r\n',
    );
  });

  test('a report and what is saved follow the same rules: names, days, numbers, codes that are there, in whatever form Excel writes them', async () => {
    const { backend, db, as } = await serve();
    await addCode(backend, 'PLACES', 3);
    const { visitor } = await as('support');
    const file = [
      'sep=;',
      'code;name;places;landing;until',
      'MILAN-1;Zoë;1.000;;31.12.2099',
      'MILAN-2;"=HYPERLINK(""x"")";3;;',
      'PLACES;Eva;3;;',
      'MILAN-3;Eva;3;;01.01.2020',
      'MILAN-4;Eva;3;;05/06/2099',
      'MILAN-5;Eva;1,5;;',
      'milan1;Eva;3;;',
      'MILAN-6;;12;black-friday;2099-12-31 00:00:00',
    ].join('\r\n');
    const report = await send(visitor, findFormView(await visitor.get('/admin/codes'), 'check-codes'), { file });
    expect(listCells(report).map(([line, column]) => [line, column])).toEqual([
      ['4', 'name'],
      ['5', 'code'],
      ['6', 'until'],
      ['7', 'until'],
      ['8', 'places'],
      ['9', 'code'],
    ]);
    expect(listCells(report)[3]?.[3]).toContain('2099-06-05');
    const good = readView(report).sections.flatMap((section) =>
      section.kind === 'table' && section.title?.startsWith('Valid lines') ? section.table.rows : [],
    );
    expect(good.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['3', 'MILAN-1', 'Zoë', '1,000', '–', '2099-12-31'],
      ['10', 'MILAN-6', '–', '12', 'landings/black-friday', '2099-12-31'],
    ]);
    const long = await send(visitor, findFormView(report, 'check-codes'), { file: `${file}${' '.repeat(2_000_000)}` });
    expect([long.status, findFormView(long, 'check-codes').error]).toEqual([
      413,
      'The file is larger than 1 MB. Save a smaller one.',
    ]);
    await send(visitor, findFormView(report, 'import-codes'));
    const saved = await backend.members.findCodes({
      search: 'MILAN',
      state: null,
      order: 'label',
      descending: false,
      offset: 0,
      limit: 9,
    });
    expect(
      saved.codes.map(({ label, inviterName, free, landing, expiresAt }) => [
        label,
        inviterName,
        free,
        landing,
        expiresAt?.slice(0, 10),
      ]),
    ).toEqual([
      ['MILAN-1', 'Zoë', 1000, null, '2099-12-31'],
      ['MILAN-6', null, 12, 'landings/black-friday', '2099-12-31'],
    ]);
    expect(await db.selectFrom('registration_codes').select('label').execute()).toHaveLength(3);
  });

  test('a list of codes that is not what was agreed to any more is shown anew, and saved as it is shown then', async () => {
    const { backend, db, as } = await serve();
    const { visitor } = await as('support');
    const lines = ['code;places', 'A B;1', 'MILAN-1;5', 'MILAN-2;2'];
    const report = await send(visitor, findFormView(await visitor.get('/admin/codes'), 'check-codes'), {
      file: lines.join('\n'),
    });
    const labels = async () =>
      (await db.selectFrom('registration_codes').select('label').execute()).map(({ label }) => label).toSorted();
    await addCode(backend, 'MILAN-1', 3);
    const changed = await send(visitor, findFormView(report, 'import-codes'));
    expect(listNotes(changed)).toEqual(['The data has changed since the preview.']);
    expect(listCells(changed).map(([line, , code]) => [line, code])).toEqual([
      ['2', 'A B'],
      ['3', 'MILAN-1'],
    ]);
    expect(await labels()).toEqual(['MILAN-1']);
    const form = findFormView(changed, 'import-codes');
    expect(listNotes(await follow(visitor, await send(visitor, form)))).toEqual(['Codes saved: 1.']);
    await send(visitor, form);
    expect(await labels()).toEqual(['MILAN-1', 'MILAN-2']);
  });

  test('B10: Of three staff users who preview the same guests and release them at once, twice each, one succeeds; the others see the present guests', async () => {
    const { backend, wait, mails, as } = await serve();
    await wait(45);
    const admins = await Promise.all([as('admin'), as('support'), as('admin')]);
    const forms = await Promise.all(
      admins.map(async ({ visitor }) => {
        const form = findFormView(await visitor.get('/admin/waitinglist'), 'preview-release');
        const preview = await send(visitor, form, { count: '15' });
        return { visitor, form: findFormView(preview, 'release') };
      }),
    );
    expect(await mails()).toEqual([]);
    const first = await Promise.all(
      forms.map(async ({ visitor, form }) => ({ visitor, page: await send(visitor, form) })),
    );
    const [done, ...changed] = first.toSorted((one, other) => other.page.status - one.page.status);
    expect([done?.page.location, ...changed.map(({ page }) => listNotes(page))]).toEqual([
      '/admin/waitinglist?done=released&n=15',
      ['The data has changed since the preview.'],
      ['The data has changed since the preview.'],
    ]);
    await Promise.all(forms.map(({ visitor, form }) => send(visitor, form)));
    expect(await mails()).toHaveLength(15);
    // Whom the new preview shows, the next ones are.
    for (const { visitor, page } of changed.slice(0, 1)) await send(visitor, findFormView(page, 'release'));
    const sent = await mails();
    expect([sent.length, new Set(sent.map(([to]) => to)).size]).toEqual([30, 30]);
    expect(await backend.members.countWaiting()).toBe(15);
  });

  test('B10: anyone who joins behind the previewed registrations changes nothing, a sender without a token looks first, and one of another session too', async () => {
    const { db, wait, mails, as } = await serve();
    await wait(3);
    const [one, other] = [await as('support'), await as('admin')];
    const look = async ({ visitor }: typeof one) =>
      findFormView(
        await send(visitor, findFormView(await visitor.get('/admin/waitinglist'), 'preview-release'), { count: '2' }),
        'release',
      );
    const [form, theirs] = [await look(one), await look(other)];
    const stolen = { ...theirs, hidden: { ...theirs.hidden, agreed: form.hidden['agreed'] ?? '' } };
    expect(listNotes(await send(other.visitor, stolen))).toEqual(['The data has changed since the preview.']);
    const bare = await send(one.visitor, { ...form, hidden: { ...form.hidden, agreed: '' } });
    expect([bare.status, findFormView(bare, 'release').hidden['count']]).toEqual([200, '2']);
    const late = {
      id: 'late',
      email: 'late@example.com',
      email_canonical: 'late@example.com',
      joined_at: new Date().toISOString(),
    };
    await db
      .insertInto('waiting_list')
      .values({ ...late, locale: 'pl', country: 'PL', state: 'joined', invited_at: null, invitation_code: null })
      .execute();
    expect(await mails()).toEqual([]);
    expect((await send(one.visitor, form)).location).toBe('/admin/waitinglist?done=released&n=2');
    expect(await mails()).toHaveLength(2);
  });

  test('an application is answered once, by an invitation that works or by thanks', async () => {
    const { backend, db, mails, deeds: actions, as } = await serve();
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
    expect(listCells(page).map(([address]) => address)).toEqual(['a…@example.com', 'b…@example.com']);
    const [first, second] = findTable(page).rows.map(({ key }) => key);
    const look = async (who: typeof visitor, form: string, action: string) => {
      const shown = await send(who, findFormView(await who.get('/admin/membership-interest'), form));
      return { shown, form: findFormView(shown, action) };
    };
    const theirs = (await look(other.visitor, `decline-${first}`, 'decline-interest')).form;
    const preview = await look(visitor, `accept-${first}`, 'accept-interest');
    // The first press asks, names the language and shows the letter in it.
    expect(await mails()).toEqual([]);
    expect(listFacts(preview.shown)).toEqual(['a…@example.com', 'French']);
    const letter = await visitor.get('/do/admin/file/interest-letter?answer=accept&language=fr');
    expect([letter.status, /<html[^>]*lang="fr"/.test(letter.body)]).toEqual([200, true]);
    const accepted = await send(visitor, preview.form);
    expect(listNotes(await follow(visitor, accepted))).toEqual(['The invitation is being sent.']);
    const late = await send(other.visitor, theirs);
    expect(late.location).toBe('/admin/membership-interest?done=interestBefore');
    await send(visitor, (await look(visitor, `decline-${second}`, 'decline-interest')).form);
    expect((await mails()).toSorted()).toEqual([
      ['anna@example.com', 'invitation'],
      ['bea@example.com', 'interest-declined'],
    ]);
    const { code = '' } = (await db.selectFrom('registration_codes').select('code').executeTakeFirst()) ?? {};
    expect(await backend.members.register(request({ code }))).toMatchObject({ outcome: 'registered' });
    expect(await actions()).toEqual(expect.arrayContaining(['interest.accept', 'interest.decline']));
    const log = await other.visitor.get('/de/admin/audit');
    for (const word of ['Status: eingeladen', 'Status: abgelehnt']) expect(log.body).toContain(word);
  });
});
