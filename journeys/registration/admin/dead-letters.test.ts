import { describe, expect, test } from 'vitest';
import { findFormView, listNotes, send, signedIn, findTable } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, pageEngines, request } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();

describe.each(pageEngines)('failed mails on %s', (engine) => {
  const { start } = bench(engine);

  test('dead letters that are ticked in their list are revived at once, the others stay; with none ticked the list says so', async () => {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { db } = backend.ports.database;
    await addCode(backend, 'PLACES', 3);
    for (const name of ['anna', 'eva', 'ines'])
      await backend.members.register(request({ email: `${name}@example.com` }));
    await expect.poll(async () => (await backend.outbox.state()).byStatus).toEqual({ kept: 3 });
    await db.updateTable('outbox').set({ status: 'dead', last_error: '550' }).execute();
    const { visitor } = await signedIn(server, backend, 'support');
    const page = await visitor.get('/admin/mails');
    const none = await send(visitor, findFormView(page, 'revive-mails'));
    expect([none.status, findFormView(none, 'revive-mails').error]).toEqual([
      422,
      'Select at least one email in the list.',
    ]);
    const names = findTable(page).rows.map(({ cells: [first] }) => first?.tick?.name ?? '');
    expect(names).toHaveLength(3);
    const [first = '', second = ''] = names;
    const revived = await send(visitor, findFormView(page, 'revive-mails'), {
      [first]: 'on',
      [second]: 'on',
      'mail-strange': 'on',
    });
    expect(listNotes(await visitor.get(revived.location ?? ''))).toEqual(['Emails queued again: 2.']);
    const actions = await backend.staff.readAudit(99);
    expect(actions.filter(({ action }) => action === 'mail.revive')).toHaveLength(2);
    expect(findTable(await visitor.get('/admin/mails')).rows.map(({ key }) => `mail-${key}`)).toEqual(names.slice(2));
    expect(findTable(await visitor.get('/admin/mails?state=kept')).chosen).toBeUndefined();
  });
});
