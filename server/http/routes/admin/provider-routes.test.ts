import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, IdentityDouble } from '#tests/helpers/identity-double.ts';
import { findFormView, listNotes, send, readView } from '#tests/helpers/admin-visitor.ts';
import { bench, pageEngines } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings, type TestVisitor } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const email = 'clara@example.com';
const clara: Account = { email, isVerified: true, subject: 'clara' };

let identity: IdentityDouble;
beforeAll(async () => {
  identity = await IdentityDouble.open();
});
afterAll(() => identity.close());

describe.each(pageEngines)('signing in with an account of the identity provider on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start({ staffProvider: identity.staffProvider() });
    await backend.staff.createAdmin({ email, name: 'Clara', password: null });
    return { backend, server: await serveSite({ site, backend, settings: testSettings() }) };
  }

  const begin = async (visitor: TestVisitor, next = '/admin/sessions'): Promise<string> =>
    (await visitor.get(`/de/do/admin/provider?${new URLSearchParams({ next }).toString()}`)).location ?? '';
  const comeBack = (visitor: TestVisitor, brought: Readonly<Record<string, string>>) =>
    visitor.get(`/do/admin/return?${new URLSearchParams(brought).toString()}`);
  const signIn = async (visitor: TestVisitor, account: Account, next?: string) =>
    (await comeBack(visitor, identity.signIn(await begin(visitor, next), account))).location;
  const refused = '/de/admin/signin?refused=provider';

  test('a verified address opens the account that is there, in the browser that began, once', async () => {
    const { backend, server } = await serve();
    const visitor = server.visitor();
    const page = readView(await visitor.get('/de/admin/signin'));
    expect(page.sections.at(-1)).toMatchObject({ kind: 'ways', links: [{ href: '/de/do/admin/provider?next=' }] });
    const brought = identity.signIn(await begin(visitor), clara);
    expect((await comeBack(server.visitor(), brought)).location).toBe(refused);
    expect((await comeBack(visitor, brought)).location).toBe('/de/admin/sessions');
    expect((await visitor.get('/de/admin/sessions')).status).toBe(200);
    expect((await comeBack(server.visitor(), brought)).location).toBe(refused);
    for (const next of ['https://evil.example/', '//evil.example', '/do/admin/sign-out'])
      expect(await signIn(server.visitor(), clara, next)).toBe('/de/admin');
    const entries = (await backend.staff.readAudit(20)).filter(({ actor }) => actor !== 'command-line');
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['admin.sign-in']));
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  test('Responses of providers that this browser did not request, as other sites can cause, lock no user out', async () => {
    const { backend, server } = await serve();
    const others = new URL(await begin(server.visitor())).searchParams.get('state') ?? '';
    for (let time = 0; time < 12; time += 1)
      for (const state of ['x', others]) await comeBack(server.visitor(), { state, code: 'x' });
    expect(await signIn(server.visitor(), clara)).toBe('/de/admin/sessions');
    expect(backend.ports.limits.refusals().size).toBe(0);
  });

  test('An address that is unverified, unknown, of a closed account or of another identity gives no access', async () => {
    const { backend, server } = await serve();
    const opens = (account: Account) => signIn(server.visitor(), account);
    expect(await opens({ ...clara, isVerified: false })).toBe(refused);
    expect(await opens({ ...clara, email: 'stranger@example.com' })).toBe(refused);
    expect(await backend.staff.listAdmins()).toHaveLength(1);
    const failed = (await backend.staff.readAudit(20)).filter(({ action }) => action === 'admin.sign-in-failed');
    expect(failed.map(({ details }) => details)).toEqual(['{"by":"provider"}', '{"by":"provider"}']);
    expect(await opens(clara)).toBe('/de/admin/sessions');
    const other = { ...clara, subject: 'somebody who was given the address later' };
    expect(await opens(other)).toBe(refused);
    await backend.staff.changeAdmin({ email, change: 'disable' });
    expect(await opens(clara)).toBe(refused);
    await backend.staff.changeAdmin({ email, change: 'enable' });
    await backend.staff.changeAdmin({ email, change: 'reset', password: 'a password of the command line' });
    expect(await opens(other)).toBe('/de/admin/sessions');
    const said = await server.visitor().get(refused);
    expect(listNotes(said)).toEqual([expect.stringContaining('Dieses Konto hat keinen Zugriff auf die Verwaltung.')]);
  });

  test('Irreversible actions require a fresh authentication at the provider: an old session there does not count', async () => {
    const { backend, server } = await serve();
    const name = 'crm';
    const asks = async (signedInAt?: number | null) => {
      const visitor = server.visitor();
      expect(new URL(await begin(visitor)).searchParams.get('max_age')).toBe('0');
      await signIn(visitor, { ...clara, ...(signedInAt !== undefined && { signedInAt }) }, '/admin/tokens');
      const form = findFormView(await visitor.get('/admin/tokens'), 'create-token');
      const { status } = await send(visitor, form, { name, days: '1', 'scope-links': 'on' });
      return [status, (await backend.staff.listApiTokens()).length];
    };
    const now = backend.ports.clock.now();
    expect(await asks(now - 3_600_000)).toEqual([403, 0]);
    expect(await asks(null)).toEqual([403, 0]);
    expect(await asks(now - 60_000)).toEqual([200, 1]);
    expect(await asks(now + 3_600_000)).toEqual([200, 2]);
    const future = await backend.ports.database.db.selectFrom('access_tokens').select('proved_at').execute();
    expect(future.filter(({ proved_at: at }) => Date.parse(at ?? '') > now + 60_000)).toEqual([]);
  });

  test('Cancelling, and an outage of the provider, lead back to the sign-in; without a provider there is no link to it', async () => {
    const { server } = await serve();
    const visitor = server.visitor();
    const state = new URL(await begin(visitor)).searchParams.get('state') ?? '';
    expect((await comeBack(visitor, { state, error: 'access_denied' })).location).toBe(refused);
    const brought = identity.signIn(await begin(visitor), clara);
    identity.isDown = true;
    expect((await comeBack(visitor, brought)).location).toBe('/de/admin/signin?refused=unavailable');
    identity.isDown = false;
    const without = await serveSite({ site, backend: await start(), settings: testSettings() });
    for (const path of ['/do/admin/provider', '/do/admin/return'])
      expect((await without.visitor().get(path)).status).toBe(404);
    const { sections } = readView(await without.visitor().get('/admin/signin'));
    expect(sections.map(({ kind }) => kind)).not.toContain('ways');
  });
});
