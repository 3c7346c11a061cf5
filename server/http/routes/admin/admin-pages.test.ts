import { describe, expect, test, vi } from 'vitest';
import type { MenuView } from '#engine/shared/data-view.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { TimeoutError } from '#server/platform/with-timeout.ts';
import { getPermissions, type Permission, type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import {
  findFormView,
  listNotes,
  PASSWORD,
  send,
  signedIn,
  findTable,
  readView,
} from '#tests/helpers/admin-visitor.ts';
import { bench, type TestBackend } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const pages = [...site.documents.values()].flatMap(({ id, guards }) => {
  const permission = guards.find(({ name }) => name === 'staff')?.permission;
  const path = createRouteTable(site).paths.get(id);
  return permission === undefined || path === undefined ? [] : [{ path, permission }];
});

/** Links and forms of a page, its menu included, that are refused to a group. */
function listClosedControls(
  { data }: Answer,
  { adminPages }: Pick<TestBackend, 'adminPages'>,
  group: StaffGroup,
): readonly string[] {
  const addresses = [...JSON.stringify(data).matchAll(/"(?:href|action)":"(\/[^"?#]*)/g)].map(
    ([, address = '']) => address,
  );
  const needed = new Map<string, Permission | null>([
    ...pages.map(({ path, permission }) => [path, permission] as const),
    ...Object.entries(adminPages.actions).map(([name, { permission }]) => [`/do/admin/${name}`, permission] as const),
    ...Object.entries(adminPages.downloads).map(
      ([name, { permission }]) => [`/do/admin/file/${name}`, permission] as const,
    ),
  ]);
  const allowed: ReadonlySet<Permission | null> = new Set([null, ...getPermissions(group)]);
  const found = addresses.filter((address) => needed.has(address));
  if (found.length < 3) throw new Error('The page has no controls.');
  return found.filter((address) => !allowed.has(needed.get(address) ?? null));
}

describe('the admin pages', () => {
  const { start: open } = bench('sqlite');

  async function serve() {
    const backend = await open({ project: publishedProject() });
    const server = await serveSite({ site, backend, settings: testSettings() });
    return { backend, server, as: (group: (typeof staffGroups)[number]) => signedIn(server, backend, group) };
  }

  test('lead guests to the sign-in and back, open for every group exactly what it may do, and offer nothing else', async () => {
    const { server, backend, as } = await serve();
    expect(pages.length).toBeGreaterThan(1);
    const guest = server.visitor();
    for (const { path } of pages)
      expect((await guest.get(`${path}?q=anna`)).location).toBe(`/admin/signin?${new URLSearchParams({ next: path })}`);
    for (const group of staffGroups) {
      const { visitor } = await as(group);
      for (const { path, permission } of pages) {
        const allowed = getPermissions(group).includes(permission);
        const answer = await visitor.get(path);
        const { status, headers } = answer;
        expect([group, path, status]).toEqual([group, path, allowed ? 200 : 403]);
        const closed = allowed ? listClosedControls(answer, backend, group) : [];
        expect([group, path, closed]).toEqual([group, path, []]);
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('x-robots-tag')).toBe('noindex');
      }
    }
  });

  test('Z5: a user without a permission, and at no page, reads so in their language above what they can do; a guest signs in', async () => {
    const { server, backend, as } = await serve();
    const { visitor } = await as('author');
    const noPermission = 'Dafür fehlt Ihnen die Berechtigung.';
    const token = ((await visitor.get('/de/admin')).data['header/menu'] as MenuView).signOut.hidden['_token'] ?? '';
    const answers = [
      await visitor.get('/de/admin/people'),
      await visitor.get('/de/do/admin/file/codes'),
      await visitor.submit('admin/find-person', { search: 'x', _token: token }, '/de/admin'),
    ];
    for (const answer of answers)
      expect([answer.status, answer.document, listNotes(answer)[0]]).toEqual([403, 'pages/admin/start', noPermission]);
    for (const path of ['/de/admin/nowhere', '/de/admin/people/nobody', '/de/admin/a/b?c=d']) {
      const answer = await visitor.get(path);
      expect([path, answer.status, answer.document, listNotes(answer)[0]]).toEqual([
        path,
        404,
        'pages/admin/start',
        'Seite nicht gefunden.',
      ]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await server.visitor().get('/de/admin/nowhere')).location).toBe('/de/admin/signin?next=%2Fadmin%2Fnowhere');
    const member = await backend.staff.issueAccessToken({ role: 'member', subject: 'someone', replaces: null });
    const asMember = server.visitor({ cookie: `apollo:default.token=${member.token}` });
    expect((await asMember.get('/de/admin/people')).location).toBe('/de/admin/signin?next=%2Fadmin%2Fpeople');
    expect((await visitor.get('/de/adminx')).document).not.toBe('pages/admin/start');
    expect(listNotes(await visitor.get('/de/admin'))).not.toContain(noPermission);
  });

  test('a wrong password keeps the address, says so, is written down, and is limited for its network alone', async () => {
    const { backend, server } = await serve();
    await backend.staff.createAdmin({ email: 'clara@example.com', name: 'Clara', password: PASSWORD });
    const visitor = server.visitor();
    const page = await visitor.get('/de/admin/signin?next=%2Fadmin%2Fsessions');
    const form = findFormView(page, 'sign-in');
    const wrong = await send(visitor, form, { email: 'clara@example.com', password: 'not this one' });
    expect([wrong.status, findFormView(wrong, 'sign-in').error]).toEqual([
      422,
      'E-Mail-Adresse oder Passwort ist falsch.',
    ]);
    expect(wrong.body).not.toContain('not this one');
    expect(findFormView(wrong, 'sign-in').fields.map(({ value }) => value)).toEqual(['clara@example.com', undefined]);
    const right = await send(visitor, findFormView(wrong, 'sign-in'), {
      email: 'clara@example.com',
      password: PASSWORD,
    });
    expect([right.status, right.location]).toEqual([303, '/de/admin/sessions']);
    expect(right.headers.getSetCookie().join()).toMatch(/^__Host-admin=[\w-]{43}; Path=\/; .*Secure; HttpOnly$/);
    expect((await backend.staff.readAudit(9)).map(({ action }) => action)).toContain('admin.sign-in-failed');
    const stranger = server.visitor();
    const shown = findFormView(await stranger.get('/admin/signin'), 'sign-in');
    let last = 0;
    for (let attempt = 0; attempt < 60 && last !== 429; attempt += 1)
      last = (await send(stranger, shown, { email: 'clara@example.com', password: `wrong ${attempt}` })).status;
    expect(last).toBe(429);
  });

  test('an address that names no action is not a page, also where every object has something of that name', async () => {
    const { server } = await serve();
    for (const name of ['constructor', '__proto__', 'toString', 'sign-inn']) {
      expect([name, (await server.visitor().get(`/do/admin/${name}`)).status]).toEqual([name, 404]);
      expect([name, (await server.visitor().get(`/do/admin/file/${name}`)).status]).toEqual([name, 404]);
    }
  });

  test('during an outage a form is shown with what was typed, and is done once when it is sent again from there', async () => {
    const { backend, as } = await serve();
    const { visitor } = await as('author');
    const form = findFormView(await visitor.get('/de/admin/drafts'), 'create-draft');
    const ping = vi.spyOn(backend.ports.database.databaseHealth, 'ping');
    ping.mockRejectedValue(new TimeoutError('The database', 200));
    const { status, body, headers } = await send(visitor, form, { name: 'Sommer & "Sonne"' });
    ping.mockRestore();
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    const inputs = [...body.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    const values = Object.fromEntries(
      inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
    );
    for (const _ of [1, 2]) expect((await send(visitor, { ...form, hidden: {} }, values)).status).toBe(303);
    expect((await backend.publications.listDrafts()).map(({ name }) => name)).toEqual(['Sommer & "Sonne"']);
  });

  test('leads nowhere but to its own pages after signing in', async () => {
    const { backend, server } = await serve();
    await backend.staff.createAdmin({ email: 'clara@example.com', name: 'Clara', password: PASSWORD });
    for (const next of ['https://evil.example/', '//evil.example', '/do/admin/sign-out', '/admin/nowhere']) {
      const visitor = server.visitor();
      const form = findFormView(await visitor.get(`/admin/signin?${new URLSearchParams({ next })}`), 'sign-in');
      const answer = await send(visitor, form, { email: 'clara@example.com', password: PASSWORD });
      expect([next, answer.location]).toEqual([next, '/admin']);
    }
  });

  test('a session can be seen and ended from another one, rests after half an hour, and ends after twelve', async () => {
    const { backend, as } = await serve();
    const [{ visitor: one }, { visitor: other }] = [await as('admin'), await as('admin')];
    const sessions = await one.get('/admin/sessions');
    expect(findTable(sessions).rows).toHaveLength(2);
    const ended = await send(one, findFormView(sessions, 'end-all'));
    expect(ended.location).toBe('/admin/sessions?done=sessionsEnded&n=1');
    expect(listNotes(await one.get(ended.location ?? ''))).toEqual(['Sessions ended: 1.']);
    expect((await other.get('/admin')).status).toBe(302);
    const minutes = (count: number): number => count * 60_000;
    for (let passed = 29; passed < 12 * 60; passed += 29) {
      backend.pass(minutes(29));
      expect([passed, (await one.get('/admin')).status]).toEqual([passed, 200]);
    }
    backend.pass(minutes(29));
    expect((await one.get('/admin')).status).toBe(302);
    const { visitor: idle } = await as('admin');
    backend.pass(minutes(31));
    expect((await idle.get('/admin')).status).toBe(302);
  });

  test('signing out ends the session on every node, and a form that lay open meanwhile keeps what was typed', async () => {
    const { server, as } = await serve();
    const { visitor } = await as('support');
    const start = await visitor.get('/admin');
    const { signOut } = start.data['header/menu'] as MenuView;
    expect((await send(visitor, signOut)).location).toBe('/admin/signin?done=signedOut');
    expect((await visitor.get('/admin')).status).toBe(302);
    expect(readView(await server.visitor().get('/admin/signin?done=signedOut')).sections[0]).toMatchObject({
      title: 'You are signed out.',
    });
    const late = server.visitor();
    const shown = findFormView(await late.get('/admin/signin'), 'sign-in');
    const stale = await send(server.visitor(), shown, { email: 'clara@example.com', password: PASSWORD });
    expect([stale.status, findFormView(stale, 'sign-in').fields[0]?.value]).toEqual([403, 'clara@example.com']);
  });
});
