import { describe, expect, test } from 'vitest';
import { findFormView, listNotes, send, signedIn, findTable, readView } from '#tests/helpers/admin-visitor.ts';
import { bench, pageEngines } from '#tests/helpers/backend.ts';
import type { Answer, TestVisitor } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const PAGE = '/admin/colleagues';

describe.each(pageEngines)('accounts of colleagues on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { visitor, id } = await signedIn(server, backend, 'admin');
    const sent = async (by: TestVisitor, ...[form, typed]: [Parameters<typeof send>[1], Record<string, string>?]) => {
      const answer = await send(by, form, typed);
      return answer.location === null ? answer : by.get(answer.location);
    };
    const passwordIn = (answer: Answer): string =>
      readView(answer).sections.flatMap((section) => (section.kind === 'copy' ? [section.copy.value] : []))[0] ?? '';
    const signIn = (password: string) =>
      backend.staff.signInAdmin({ email: 'zoe@example.com', password, network: '192.0.2.1' });
    return { backend, visitor, id, sent, passwordIn, signIn };
  }

  test('a colleague is added with a password that is shown once, and changed, disabled and enabled', async () => {
    const { backend, visitor, id, sent, passwordIn, signIn } = await serve();
    const form = findFormView(await visitor.get(PAGE), 'create-colleague');
    const wrong = await send(visitor, form, { email: 'zoe', name: '', group: 'author' });
    expect(findFormView(wrong, 'create-colleague').fields.flatMap(({ name, error }) => (error ? [name] : []))).toEqual([
      'name',
    ]);
    const added = await send(visitor, form, { email: 'zoe@example.com', name: 'Zoe', group: 'author' });
    const first = passwordIn(added);
    expect(await signIn(first)).toMatchObject({ outcome: 'signed-in', admin: { group: 'author' } });
    const again = await send(visitor, findFormView(await visitor.get(PAGE), 'create-colleague'), {
      email: 'ZOE@example.com',
      name: 'Zoe',
      group: 'admin',
    });
    expect(findFormView(again, 'create-colleague').fields.find(({ name }) => name === 'email')?.error).toEqual(
      expect.any(String),
    );
    const zoe = (await backend.staff.listAdmins()).find(({ name }) => name === 'Zoe')?.id ?? '';
    const open = () => visitor.get(`${PAGE}?account=${zoe}`);
    await sent(visitor, findFormView(await open(), 'change-group'), { group: 'admin' });
    const token = { name: 'cms', scopes: ['author'], holder: null, days: 1, by: zoe } as const;
    const tokenReset = findFormView(
      await send(visitor, findFormView(await open(), 'preview-reset-colleague')),
      'reset-colleague',
    );
    expect(await backend.staff.createApiToken(token)).toMatchObject({ outcome: 'created' });
    const shown = await send(visitor, tokenReset);
    expect(listNotes(shown)).toContain('API tokens of this account that still work: 1');
    await sent(visitor, findFormView(await open(), 'change-group'), { group: 'publisher' });
    const next = passwordIn(shown);
    expect(await signIn(next)).toMatchObject({ admin: { group: 'publisher' } });

    const disable = await send(visitor, findFormView(await open(), 'preview-disable-colleague'));
    await sent(visitor, findFormView(disable, 'disable-colleague'));
    expect(await signIn(next)).toEqual({ outcome: 'refused' });
    const enable = await send(visitor, findFormView(await open(), 'preview-enable-colleague'));
    await sent(visitor, findFormView(enable, 'enable-colleague'));
    const reset = await send(visitor, findFormView(await open(), 'preview-reset-colleague'));
    const second = passwordIn(await send(visitor, findFormView(reset, 'reset-colleague')));
    expect([(await signIn(next)).outcome, (await signIn(second)).outcome]).toEqual(['refused', 'signed-in']);

    const deeds = (await backend.staff.readAudit(20)).filter(({ actor, subject }) => actor === id && subject === zoe);
    expect(new Set(deeds.map(({ action }) => action))).toEqual(
      new Set(['admin.create', 'admin.group', 'admin.disable', 'admin.enable', 'admin.reset']),
    );
    expect(JSON.stringify(await backend.staff.readAudit(50))).not.toContain(second);
  });

  test('Staff users cannot change their own account, so that one with this permission remains; the list says when each was active', async () => {
    const { backend, visitor, id } = await serve();
    const own = await visitor.get(`${PAGE}?account=${id}`);
    expect(listNotes(own)).toContain('You cannot change your own account here.');
    expect(() => findFormView(own, 'preview-disable-colleague')).toThrow('There is no form');
    const [row] = findTable(await visitor.get(PAGE)).rows;
    expect(row?.cells.map(({ text }) => text)).toHaveLength(5);
    await backend.staff.createAdmin({ email: 'new@example.com', name: 'New', password: null });
    const fresh = findTable(await visitor.get(PAGE)).rows.find(({ cells }) => cells[0]?.text === 'New');
    expect(fresh?.cells.at(-1)?.text).toBe('–');
    expect((await backend.staff.listAdmins())[0]?.seenAt).toEqual(expect.any(String));
  });
});
