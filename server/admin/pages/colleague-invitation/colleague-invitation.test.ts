import { describe, expect, test } from 'vitest';
import type { FormView } from '#engine/shared/data-view.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { findFormView, findTable, listNotes, readView, send, signedIn } from '#tests/helpers/admin-visitor.ts';
import { bench, pageEngines } from '#tests/helpers/backend.ts';
import { follow } from '#tests/helpers/member-pages.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const PAGE = '/admin/colleagues';
const typed = { email: 'zoe@example.com', group: 'author', language: 'pl' };

describe.each(pageEngines)('invitations of colleagues by mail on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { visitor } = await signedIn(server, backend, 'admin');
    const preview = async (values: Record<string, string> = typed) =>
      send(visitor, findFormView(await visitor.get(PAGE), 'preview-invite-colleague'), values);
    const invite = async () => follow(visitor, await send(visitor, findFormView(await preview(), 'invite-colleague')));
    const link = async (): Promise<string> => {
      const mails = await backend.outbox.list();
      const [, path = ''] = /https?:\/\/[^/]+(\/pl\/admin\/invitation\?token=[\w-]+)/.exec(mails[0]?.text ?? '') ?? [];
      return path;
    };
    return { backend, server, visitor, preview, invite, link };
  }

  test('an administrator reads the mail first, and the colleague makes the account by its link', async () => {
    const { backend, server, visitor, preview, invite, link } = await serve();
    const shown = await preview();
    expect(listNotes(shown)).toEqual([
      'This server sends no emails',
      `Dostęp do panelu administracyjnego ${site.config.name}`,
    ]);
    expect(JSON.stringify(readView(shown))).toContain('Grupa: Autor');
    expect(listNotes(await invite())).toEqual(['The invitation is being sent.']);
    const row = findTable(await visitor.get(PAGE)).rows.find(({ cells }) => cells[0]?.text === 'zoe@example.com');
    expect(row?.cells[2]).toMatchObject({ text: 'invited', mark: 'wait' });
    expect(row?.cells.at(-1)?.forms?.map(({ submit }) => submit)).toEqual(['Send again', 'Withdraw']);

    const zoe = server.visitor();
    const path = await link();
    const form = findFormView(await zoe.get(path), 'accept-invitation');
    const other = server.visitor();
    const otherTab = findFormView(await other.get(path), 'accept-invitation');
    const short = await send(zoe, form, { name: 'Zoe', password: 'short' });
    expect(short.status).toBe(422);
    const again = findFormView(short, 'accept-invitation');
    expect(again.fields.map(({ name, value, error }) => [name, value, error === undefined])).toEqual([
      ['name', 'Zoe', true],
      ['password', undefined, false],
    ]);
    const accepted = await send(zoe, again, { name: 'Zoe', password: 'a long password of Zoe' });
    expect(listNotes(await zoe.get(accepted.location ?? ''))).toContain('Konto jest gotowe.');
    expect((await backend.staff.listAdmins()).map(({ name, group }) => [name, group])).toContainEqual([
      'Zoe',
      'author',
    ]);

    const late = await send(other, otherTab, { name: 'Eve', password: 'a long password of Eve' });
    expect([late.status, listNotes(late)]).toEqual([422, ['To zaproszenie już nie działa']]);
    expect(listNotes(await server.visitor().get(path))).toEqual(['To zaproszenie już nie działa']);
  });

  test('a colleague makes the account with a passkey and signs in with it; a response that cannot be verified uses nothing up', async () => {
    const { backend, server, invite, link } = await serve();
    await invite();
    const [zoe, path, authenticator] = [server.visitor(), await link(), new Authenticator()];
    const accept = (form: FormView, values: Record<string, string>) => send(zoe, form, { name: 'Zoe', ...values });
    const first = findFormView(await zoe.get(path), 'accept-invitation-passkey');
    const refused = await accept(first, { _ticket: first.passkey?.ticket ?? '', _credential: '{}' });
    const again = findFormView(refused, 'accept-invitation-passkey');
    expect([refused.status, again.error, again.fields.map(({ value }) => value)]).toEqual([
      422,
      'Klucz nie został zapisany: nie udało się zweryfikować odpowiedzi. Prosimy spróbować jeszcze raz.',
      ['Zoe'],
    ]);
    const { options = '', ticket = '' } = again.passkey ?? {};
    const accepted = await accept(again, { _ticket: ticket, _credential: authenticator.create(options) });
    expect(listNotes(await zoe.get(accepted.location ?? ''))).toContain('Konto jest gotowe.');

    const later = server.visitor();
    const form = findFormView(await later.get('/admin/signin'), 'sign-in-passkey');
    const signed = authenticator.sign(form.passkey?.options ?? '');
    const { status } = await send(later, form, { _ticket: form.passkey?.ticket ?? '', _credential: signed });
    expect(status).toBe(303);
    const account = (await backend.staff.listAdmins()).find(({ name }) => name === 'Zoe');
    expect(await backend.staff.listPasskeys(account?.id ?? '')).toEqual([
      expect.objectContaining({ name: 'Pierwszy klucz dostępu', usedAt: expect.any(String) }),
    ]);
  });

  test('what is wrong is said at the form, and in the second tab', async () => {
    const { visitor, backend, preview } = await serve();
    const readError = async (values: Record<string, string>) =>
      findFormView(await preview({ ...typed, ...values }), 'preview-invite-colleague').fields.find(
        ({ name }) => name === 'email',
      )?.error;
    expect(await readError({ email: 'zoe' })).toMatch('Enter an email address');
    expect(await readError({ email: 'ADMIN@example.com' })).toMatch('already');
    const [one, two] = [await preview(), await preview()];
    await send(visitor, findFormView(one, 'invite-colleague'));
    const second = await send(visitor, findFormView(two, 'invite-colleague'));
    expect([second.status, listNotes(second)[0]]).toEqual([
      422,
      'This address already has an invitation. Send it again or withdraw it in the list.',
    ]);
    expect(await readError({})).toMatch('already has an invitation');
    expect(await backend.staff.listInvitations()).toHaveLength(1);
  });
});
