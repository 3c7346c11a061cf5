import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffGroup } from '#server/staff/permissions.ts';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { findFormView, listNotes, send, signedIn, signInAt, readView } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { IdentityDouble } from '#tests/helpers/identity-double.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const RESTORED = 'Your input has been restored; nothing has been sent yet.';
const email = 'support@example.com';

let identity: IdentityDouble;
beforeAll(async () => {
  identity = await IdentityDouble.open();
});
afterAll(() => identity.close());

const { start } = bench('sqlite');

async function serve() {
  const backend = await start({ staffProvider: identity.staffProvider() });
  const server = await serveSite({ site, backend, settings: testSettings() });
  const { visitor, id } = await signedIn(server, backend, 'support');
  const sessions = async (adminId: string): Promise<void> => {
    await backend.ports.database.db.deleteFrom('access_tokens').where('subject', '=', adminId).execute();
  };
  return { backend, server, visitor, id, end: () => sessions(id) };
}

test('A1: a form that is sent after its session has ended is there again behind the sign-in, and is sent then', async () => {
  const { backend, visitor, end } = await serve();
  const form = findFormView(await visitor.get('/admin/codes?q=an'), 'create-code');
  await end();
  const typed = { name: 'Anna’s friends', code: 'ANNA', places: '7', password: 'a secret' };
  const ended = await send(visitor, form, typed);
  expect([ended.status, ended.location]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/signin\?next=%2Fadmin%2Fcodes/),
  ]);
  const rows = await backend.ports.database.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(JSON.stringify([ended.location, rows])).not.toMatch(/anna|secret|support@/i);
  const { page, shown, to } = await signInAt(visitor, ended.location, email);
  expect(listNotes(page)).toContain('Your session has expired. Sign in to restore your input.');
  expect(listNotes(shown)).toEqual([RESTORED]);
  const again = findFormView(shown, 'create-code');
  const values = Object.fromEntries(again.fields.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({ name: 'Anna’s friends', code: 'ANNA', places: '7' });
  expect(shown.body).not.toContain('a secret');
  const { password: _none, ...rest } = typed;
  expect((await send(visitor, again, rest)).location).toMatch(/^\/admin\/codes\?done=/);
  // What was sent is not offered once more.
  expect(listNotes(await visitor.get(to))).toEqual([]);
});

test('A1: a form whose sender lost the permission meanwhile is shown as it was typed, and comes back with the permission', async () => {
  const { backend, visitor } = await serve();
  const move = (group: StaffGroup) => backend.staff.changeAdmin({ email, change: 'group', group });
  const form = findFormView(await visitor.get('/admin/codes'), 'create-code');
  await move('author');
  // Another group ends the sessions.
  const ended = await send(visitor, form, { name: 'Anna’s friends', places: '7' });
  const { shown: refused, to } = await signInAt(visitor, ended.location, email);
  expect([refused.status, refused.document]).toEqual([403, 'pages/admin/start']);
  const [note, typed] = readView(refused).sections;
  if (note?.kind !== 'note' || typed?.kind !== 'copy') throw new Error('The page shows no refused form.');
  expect([note.title, note.links?.[0]?.href, typed.copy.value]).toEqual([
    'Your permission for this has ended. Nothing was sent.',
    to,
    'Anna’s friends\n7',
  ]);
  // Sent anew, it is refused in the same way.
  const again = await send(visitor, form, { name: 'Anna', places: '7' });
  expect(readView(await visitor.get(again.location ?? '')).sections[1]).toMatchObject({ copy: { value: 'Anna\n7' } });
  await move('support');
  const { shown } = await signInAt(visitor, `/admin/signin?${new URLSearchParams({ next: to })}`, email);
  expect(listNotes(shown)).toEqual([RESTORED]);
  const restored = findFormView(shown, 'create-code').fields.map(({ value }) => value);
  expect(restored).toEqual(expect.arrayContaining(['Anna’s friends', '7']));
});

test('A1: what was typed is for the account that typed it, for an hour, whichever way it signs in', async () => {
  const { backend, server, visitor, end } = await serve();
  const other = await signedIn(server, backend, 'admin');
  const form = findFormView(await visitor.get('/admin/codes'), 'create-code');
  await end();
  const ended = await send(visitor, form, { name: 'Anna', places: '7' });
  // In the browser of the form, and in one of their own.
  const { to, shown } = await signInAt(visitor, ended.location, 'admin@example.com');
  for (const answer of [shown, await other.visitor.get(to), await send(visitor, form, { name: 'Anna', places: '7' })]) {
    expect(findFormView(answer, 'create-code').fields.map(({ value }) => value)).not.toContain('Anna');
    expect(listNotes(answer)).toEqual([]);
  }
  const { page } = await signInAt(server.visitor(), ended.location, email);
  const elsewhere = server.visitor();
  const ways = readView(page).sections.flatMap((section) => (section.kind === 'ways' ? section.links : []));
  const begun = (await elsewhere.get(ways[0]?.href ?? '')).location ?? '';
  const brought = identity.signIn(begun, { email, isVerified: true, subject: 'support' });
  const back = await elsewhere.get(`/do/admin/return?${new URLSearchParams(brought).toString()}`);
  expect(back.location).toBe(to);
  expect(listNotes(await elsewhere.get(to))).toEqual([RESTORED]);
  backend.pass(HOUR);
  expect(listNotes((await signInAt(server.visitor(), ended.location, email)).shown)).toEqual([]);
});

test('A1: a form that stands in an answer comes back with that answer: a person, and what was previewed', async () => {
  const { backend, visitor, end } = await serve();
  await addCode(backend, 'PLACES', 3);
  await backend.members.register(request());
  const open = await visitor.get('/admin/people');
  const token = findFormView(open, 'find-person').hidden;
  const person = await visitor.submit('admin/open-person', { ...token, person: 'marie@example.com' }, '/');
  const correct = findFormView(person, 'correct-address');
  await end();
  const ended = await send(visitor, correct, { newEmail: 'marion@example.com' });
  expect(ended.location).not.toMatch(/mari/);
  const { shown } = await signInAt(visitor, ended.location, email);
  expect(findFormView(shown, 'correct-address').fields[0]?.value).toBe('marion@example.com');
  const report = await visitor.submit(
    'admin/check-codes',
    { ...findFormView(shown, 'export-person').hidden, file: 'code;places\nMILAN;2' },
    '/',
  );
  const agreed = findFormView(report, 'import-codes');
  await end();
  const { shown: anew } = await signInAt(visitor, (await send(visitor, agreed)).location, email);
  const saved = await send(visitor, findFormView(anew, 'import-codes'));
  expect(saved.location).toBe('/admin/codes?done=codesImported&n=1');
});

test('A1: Only fields of shown forms are stored for a staff account, no more than a form has, and a hundred an hour', async () => {
  const { backend, server, visitor, end } = await serve();
  const form = findFormView(await visitor.get('/admin/codes'), 'create-code');
  await end();
  const plain = '/admin/signin?next=%2Fadmin%2Fcodes';
  const { _account: mark = '', ...nobody } = form.hidden;
  for (const account of ['', 'x.y', `other${mark}`])
    expect((await send(server.visitor(), { ...form, hidden: nobody }, { _account: account })).location).toBe(plain);
  expect((await send(visitor, form, { name: 'x'.repeat(bodyLimits.form) })).location).toBe(plain);
  const all = await Promise.all(Array.from({ length: 101 }, () => send(visitor, form, { name: 'Anna' })));
  expect(all.filter(({ location }) => location === plain)).toHaveLength(1);
  const rows = await backend.ports.database.db.selectFrom('idempotency_keys').select('key').execute();
  expect(rows).toHaveLength(100);
});
