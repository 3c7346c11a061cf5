import { expect, test } from 'vitest';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const { start } = bench('sqlite');

async function mailbox(env: Readonly<Record<string, string>> = {}) {
  const backend = await start();
  await addCode(backend, 'PLACES', 1, {});
  await backend.members.register({ ...request({ firstName: "O'Hara" }), locale: 'en' });
  const server = await serveRegistration(backend, env);
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
  expect(mail.body).toMatch(/href="https:\/\/www\.example\.com\/registration\/activateaccount\?token=[\w-]{43}"/);
  expect(mail.body).toContain(`<iframe sandbox src="/dev/mail/${id}/html"`);
  expect(mail.body).toContain("O'Hara");
  const html = await visitor.get(`/dev/mail/${id}/html`);
  expect(html.body).toContain("O'Hara");
});

test('no mail runs a script or loads anything, and nobody else frames the mailbox', async () => {
  const { visitor, id } = await mailbox();
  const policy = async (path: string) => (await visitor.get(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/dev/mail', `/dev/mail/${id}`]) {
    expect(await policy(path)).toMatch(/^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/);
  }
  const html = await policy(`/dev/mail/${id}/html`);
  expect(html).toContain('sandbox;');
  expect(html).not.toMatch(/script-src|allow-scripts|https?:/);
  expect((await visitor.get('/dev/mail')).headers.get('cache-control')).toBe('no-store');
});

test('an unknown mail is not found', async () => {
  const { visitor } = await mailbox();
  expect((await visitor.get('/dev/mail/nothing')).status).toBe(404);
  expect((await visitor.get('/dev/mail/nothing/html')).status).toBe(404);
});

test.each([
  ['in production', { VITRINE_MODE: 'production', MAIL: 'none', SECRET: 'x'.repeat(32) }],
  ['where mails are sent', { SMTP_URL: 'smtp://127.0.0.1:4178', MAIL_FROM: 'a@example.com' }],
])('%s there is no mailbox', async (_, env) => {
  const { visitor, id } = await mailbox(env);
  expect((await visitor.get('/dev/mail')).status).toBe(404);
  expect((await visitor.get(`/dev/mail/${id}/html`)).status).toBe(404);
});
