import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { addSecurityTxt, SECURITY_TXT_PATH } from './security-txt.ts';

const NOW = Date.UTC(2026, 10, 26, 12);

function settingsWith(SECURITY_CONTACT: string) {
  return readSettings({ ...productionEnvironment, PUBLIC_ORIGIN: 'https://www.example.com', SECURITY_CONTACT });
}

async function answer(contact: string) {
  const read = settingsWith(contact);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  const app = fastify();
  addSecurityTxt(app, { settings: read.settings, languages: () => ['en', 'de'] });
  return app.inject(SECURITY_TXT_PATH);
}

test('the file names contacts in their order, a date less than a year away, languages and its own address (RFC 9116)', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const { statusCode, headers, body } = await answer('mailto:security@example.com, https://example.com/report').finally(
    () => vi.useRealTimers(),
  );
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(
    [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      'Expires: 2027-05-25T00:00:00.000Z',
      'Preferred-Languages: en, de',
      'Canonical: https://www.example.com/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('there is no file without a contact, and none that says something else than where to write', async () => {
  expect((await answer('')).statusCode).toBe(404);
  for (const wrong of [
    'security@example.com',
    'http://example.com',
    'mailto:',
    'javascript:alert(1)',
    'https://a\nExpires: x',
  ])
    expect([wrong, settingsWith(wrong)]).toMatchObject([
      wrong,
      { ok: false, problems: [{ name: 'SECURITY_CONTACT' }] },
    ]);
});
