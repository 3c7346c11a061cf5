import { expect, test } from 'vitest';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const { start } = bench('sqlite');
const demo = { VITRINE_MODE: 'demo', PUBLIC_ORIGIN: 'http://localhost' };

async function mailbox(env: Readonly<Record<string, string>> = {}) {
  const backend = await start();
  await addCode(backend, 'PLACES', 1, {});
  await backend.members.register({ ...request({ firstName: "O'Hara" }), locale: 'en' });
  const server = await serveRegistration(backend, { ...demo, ...env });
  const [mail] = await backend.outbox.list();
  return { visitor: server.visitor(), id: mail?.id ?? '' };
}

test('the demo shows its mail: a list, each mail with its link, its text, and its HTML in a sandbox', async () => {
  const { visitor, id } = await mailbox();
  const list = await visitor.get('/dev/mail');
  expect(list.status).toBe(200);
  expect(list.body).toContain(`href="/dev/mail/${id}"`);
  expect(list.body).toContain('marie@example.com');
  const mail = await visitor.get(`/dev/mail/${id}`);
  expect(mail.body).toMatch(
    /target="_blank" rel="noopener" href="https:\/\/www\.example\.com\/registration\/activateaccount\?token=[\w-]{43}"/,
  );
  expect(mail.body).toMatch(new RegExp(`<iframe sandbox="[^"]+" src="/dev/mail/${id}/html"`));
  expect(mail.body).toContain("O'Hara");
  const html = await visitor.get(`/dev/mail/${id}/html`);
  expect(html.body).toContain("O'Hara");
});

test('a letter shows its images there, and its links open in new tabs that know nothing of the mailbox', async () => {
  const { visitor, id } = await mailbox();
  const { body, headers } = await visitor.get(`/dev/mail/${id}/html`);
  expect(body).not.toContain('cid:');
  expect(body.match(/<img [^>]*src="data:image\//g)?.length).toBe(4);
  const links = body.match(/<a [^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) expect(link).toMatch(/^<a target="_blank" rel="noopener" href="https:/);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
});

test('a mail without a button has no link to open, whatever is in its foot', async () => {
  const backend = await start();
  const mail = { subject: 'x', html: '<p>x</p>', text: 'x\n\n-- \nMaison Cercle\nhttps://www.example.com/imprint\n' };
  const { db } = backend.ports.database;
  await enqueueMail(db, backend.ports, {
    template: 'x',
    locale: 'en',
    to: 'marie@example.com',
    rendered: mail,
  });
  const [stored] = await backend.outbox.list();
  const server = await serveRegistration(backend, demo);
  expect((await server.visitor().get(`/dev/mail/${stored?.id}`)).body).not.toContain('class="open"');
});

test('No mail runs a script or loads anything, and other sites cannot frame the mailbox', async () => {
  const { visitor, id } = await mailbox();
  const policy = async (path: string) => (await visitor.get(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/dev/mail', `/dev/mail/${id}`]) {
    expect(await policy(path)).toMatch(/^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/);
  }
  const html = await policy(`/dev/mail/${id}/html`);
  expect(html).toMatch(/^sandbox /);
  expect(html).not.toMatch(/script-src|allow-scripts|allow-same-origin|allow-top-navigation|https?:/);
  expect((await visitor.get('/dev/mail')).headers.get('cache-control')).toBe('no-store');
});

test('what a proxy hands on gets neither mails nor the playground, nor any page', async () => {
  const { visitor, id } = await mailbox();
  for (const path of [
    '/dev/mail',
    `/dev/mail/${id}`,
    `/dev/mail/${id}/html`,
    '/dev/graphql',
    '/',
    '/admin',
    '/de/PLACES',
  ]) {
    expect((await visitor.get(path)).status, path).not.toBe(421);
    const answer = await visitor.get(path, { 'x-forwarded-for': '127.0.0.1' });
    expect([answer.status, answer.body.includes('VITRINE_MODE')], path).toEqual([421, true]);
  }
});

test('an unknown mail is not found', async () => {
  const { visitor } = await mailbox();
  expect((await visitor.get('/dev/mail/nothing')).status).toBe(404);
  expect((await visitor.get('/dev/mail/nothing/html')).status).toBe(404);
});

test.each([
  ['in production', { VITRINE_MODE: 'production' }],
  ['where mails are sent', { SMTP_URL: 'smtp://127.0.0.1:4178', MAIL_FROM: 'a@example.com', MAIL: '' }],
])('%s there is no mailbox', async (_, env) => {
  const { visitor, id } = await mailbox(env);
  expect((await visitor.get('/dev/mail')).status).toBe(404);
  expect((await visitor.get(`/dev/mail/${id}/html`)).status).toBe(404);
});
