import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CopyView } from '#engine/shared/data-view.ts';
import {
  findFormView,
  listNotes,
  PASSWORD,
  send,
  signedIn,
  findTable,
  readView,
} from '#tests/helpers/admin-visitor.ts';
import { bench, pageEngines } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const PAGE = '/admin/tokens';
const typed = { name: 'crm', days: '30', 'scope-invitations': 'on', 'scope-links': 'on' };
const minutes = (count: number): number => count * 60_000;

/** What a page shows to be taken away. */
const shownIn = (answer: Answer): CopyView | undefined =>
  readView(answer).sections.flatMap((section) => (section.kind === 'copy' ? [section.copy] : []))[0];

describe.each(pageEngines)('tokens of programs, on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { visitor, id } = await signedIn(server, backend, 'admin');
    const make = async (more: Readonly<Record<string, string>> = {}) =>
      send(visitor, findFormView(await visitor.get(PAGE), 'create-token'), { ...typed, ...more });
    const deeds = async () =>
      (await backend.staff.readAudit(30))
        .filter(({ action }) => action.startsWith('token.'))
        .map(({ actor, action }) => ({ actor, action }));
    return { backend, visitor, id, make, deeds };
  }

  test('one is made at the page, shown once, and listed with who made it; the same form makes no other', async () => {
    const { backend, visitor, id, deeds } = await serve();
    const form = findFormView(await visitor.get(PAGE), 'create-token');
    const made = await send(visitor, form, typed);
    const { value = '' } = shownIn(made) ?? {};
    const program = await backend.staff.findApiToken(value);
    expect(program).toMatchObject({ role: 'program', permissions: ['links', 'invitations'] });
    const again = await send(visitor, form, typed);
    expect([shownIn(again), listNotes(again)]).toEqual([
      undefined,
      ['This token was already created and is not shown again.'],
    ]);
    const listed = await visitor.get(PAGE);
    expect(listed.body).not.toContain(value);
    expect(findTable(listed).rows.map(({ cells }) => cells.slice(0, 3).map(({ text }) => text))).toEqual([
      ['crm', 'Registration links, Invitations', 'admin'],
    ]);
    const stored = await backend.ports.database.db.selectFrom('program_tokens').selectAll().execute();
    const keys = await backend.ports.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify([stored, keys])).not.toContain(value);
    expect(await deeds()).toEqual([{ actor: id, action: 'token.create' }]);
  });

  test('Errors of a form are at their fields, and selected rows stay selected', async () => {
    const { visitor, make } = await serve();
    const wrong = await make({ name: '<b>', days: '30' });
    const fields = findFormView(wrong, 'create-token').fields;
    expect(fields[0]?.error).toMatch(/^Enter a name of up to 60\sletters/);
    expect(fields.filter(({ value }) => value === 'on').map(({ name }) => name)).toEqual([
      'scope-links',
      'scope-invitations',
    ]);
    for (const days of ['0', '367', '1.5', 'soon'])
      expect(findFormView(await make({ days }), 'create-token').fields[1]?.error).toMatch(
        /^Enter a whole number from 1\sto\s366\.$/,
      );
    const none = await send(visitor, findFormView(await visitor.get(`/de${PAGE}`), 'create-token'), {
      name: 'Büro',
      days: '1',
    });
    expect(findFormView(none, 'create-token').fields.find(({ name }) => name === 'scope-links')?.error).toMatch(
      /^Wählen Sie mindestens/,
    );
    expect(findTable(await visitor.get(PAGE)).rows).toEqual([]);
  });

  test('one is revoked after a question that its row leads to, and opens nothing from then on', async () => {
    const { backend, visitor, id, make, deeds } = await serve();
    const { value = '' } = shownIn(await make()) ?? {};
    const [row] = findTable(await visitor.get(PAGE)).rows;
    const question = await visitor.get(row?.cells.at(-1)?.href ?? '');
    expect(listNotes(question)).toEqual(['Revoke the token “crm”?']);
    expect(await backend.staff.findApiToken(value)).not.toBeNull();
    const form = findFormView(question, 'revoke-token');
    const done = await send(visitor, form);
    expect(done.location).toBe(`${PAGE}?done=tokenRevoked`);
    expect(await backend.staff.findApiToken(value)).toBeNull();
    const other = await send(visitor, { ...form, hidden: { ...form.hidden, _key: 'another press of the button' } });
    expect(other.location).toBe(`${PAGE}?done=tokenBefore`);
    expect(await deeds()).toEqual(['token.revoke', 'token.create'].map((action) => ({ actor: id, action })));
  });

  test('making and revoking want a sign-in of the last ten minutes, and keep the form', async () => {
    const { backend, visitor, make, deeds } = await serve();
    backend.pass(minutes(11));
    const asked = await make();
    expect([asked.status, await deeds()]).toEqual([403, []]);
    const made = await send(visitor, findFormView(asked, 'confirm-password'), { _password: PASSWORD });
    const { value = '' } = shownIn(made) ?? {};
    backend.pass(minutes(11));
    const [row] = findTable(await visitor.get(PAGE)).rows;
    const question = await visitor.get(row?.cells.at(-1)?.href ?? '');
    const unproved = await send(visitor, findFormView(question, 'revoke-token'));
    expect([unproved.status, await backend.staff.findApiToken(value)]).toMatchObject([403, { role: 'program' }]);
    await send(visitor, findFormView(unproved, 'confirm-password'), { _password: PASSWORD });
    expect(await backend.staff.findApiToken(value)).toBeNull();
  });

  test('A token ends permanently with the account of the admin who created it, and never has more permissions', async () => {
    const { backend, id, make } = await serve();
    const { staff } = backend;
    const { db } = backend.ports.database;
    const { value = '' } = shownIn(await make()) ?? {};
    await db.updateTable('admins').set({ staff_group: 'publisher' }).where('id', '=', id).execute();
    expect(await staff.findApiToken(value)).toMatchObject({ permissions: ['links'] });
    await db.updateTable('admins').set({ staff_group: 'admin' }).where('id', '=', id).execute();
    const closed = await staff.changeAdmin({ email: 'admin@example.com', change: 'disable' });
    expect(closed).toMatchObject({ outcome: 'changed', tokensEnded: 1, tokensLeft: 0 });
    await staff.changeAdmin({ email: 'admin@example.com', change: 'enable' });
    expect(await staff.findApiToken(value)).toBeNull();
  });

  test('one of an account that is gone opens nothing, and a new password of the maker leaves it, and says so', async () => {
    const { backend, id, make } = await serve();
    const { value = '' } = shownIn(await make()) ?? {};
    const reset = { email: 'admin@example.com', change: 'reset', password: 'another long password' } as const;
    expect(await backend.staff.changeAdmin(reset)).toMatchObject({ tokensEnded: 0, tokensLeft: 1 });
    expect(await backend.staff.findApiToken(value)).not.toBeNull();
    await backend.ports.database.db.deleteFrom('admins').where('id', '=', id).execute();
    expect(await backend.staff.findApiToken(value)).toBeNull();
    expect(await backend.staff.listApiTokens()).toEqual([]);
  });

  test('A token cannot have permissions that its creator lacks, nor the permission to create tokens', async () => {
    const { backend, id } = await serve();
    const { staff } = backend;
    const support = await staff.createAdmin({
      email: 'bea@example.com',
      name: 'Bea',
      password: PASSWORD,
      group: 'support',
    });
    const by = support.outcome === 'created' ? support.admin.id : '';
    for (const maker of [by, 'nobody'])
      expect(await staff.createApiToken({ name: 'crm', scopes: ['people'], holder: null, days: 1, by: maker })).toEqual(
        { outcome: 'beyond-own' },
      );
    const made = await staff.createApiToken({ name: 'crm', scopes: ['people'], holder: null, days: 1, by: id });
    const scopes = JSON.stringify(['people', 'tokens', 'enter']);
    await backend.ports.database.db.updateTable('program_tokens').set({ scopes }).execute();
    expect(await staff.findApiToken(made.outcome === 'created' ? made.token : '')).toMatchObject({
      permissions: ['people'],
    });
  });

  test.runIf(engine === 'postgres')(
    'one that is made while the account of its maker is closed is not made',
    async () => {
      const { backend, id } = await serve();
      const { db } = backend.ports.database;
      const make = () =>
        backend.staff.createApiToken({ name: 'crm', scopes: ['people'], holder: null, days: 1, by: id });
      let made: ReturnType<typeof make> | undefined;
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('admins').set({ disabled_at: '2026-11-20T10:00:00.000Z' }).where('id', '=', id).execute();
        made = make();
        // Long enough to be there before the account is closed, if nothing held it up.
        await Promise.race([made, sleep(300)]);
        await tx.deleteFrom('program_tokens').where('created_by', '=', id).execute();
      });
      expect(await made).toEqual({ outcome: 'beyond-own' });
      expect(await db.selectFrom('program_tokens').selectAll().execute()).toEqual([]);
    },
  );
});
