import { describe, expect, test } from 'vitest';
import { findFormView, findTable, listNotes, send, signedIn } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const HOUR = 3_600_000;

const readFeed = (answer: Answer) =>
  findTable(answer).rows.map(({ day, cells }) => [day, ...cells.slice(0, 4).map(({ text }) => text)]);

describe('the audit log as it is read', () => {
  const { start: open } = bench('sqlite');

  async function serve() {
    const backend = await open();
    const server = await serveSite({ site, backend, settings: testSettings() });
    await backend.staff.note({ actor: 'system', action: 'mail.sample', subject: 'activation' });
    // 22:59 UTC and 23:01 UTC are two days where the shop is.
    backend.pass(13 * HOUR - 60_000);
    await backend.staff.note({ actor: 'visitor', action: 'admin.sign-in-failed', details: { reason: 'password' } });
    backend.pass(2 * 60_000);
    const balance = { before: { places: 300 }, after: { places: 400 }, details: { reason: 'Milan' } };
    await backend.staff.note({ actor: 'system', action: 'code.balance', subject: 'MILANO-26', ...balance });
    await backend.staff.note({ actor: 'system', action: 'later.release' });
    const { visitor } = await signedIn(server, backend, 'admin');
    return visitor;
  }

  test('is a feed by the days of the shop, in the words of the language, also of deeds that only a later release knows', async () => {
    const visitor = await serve();
    const shown = await visitor.get('/admin/audit');
    expect(readFeed(shown).slice(-4)).toEqual([
      ['Today', '00:01', 'System', 'later.release', ''],
      ['Today', '00:01', 'System', 'changed the places of a code', 'MILANO-26'],
      ['Friday, 20 November 2026', '23:59', 'Visitor', 'Sign-in failed', ''],
      ['Friday, 20 November 2026', '11:00', 'System', 'sent a test email', 'Activation'],
    ]);
    const deeds = findTable(shown).rows.map(({ cells }) => cells[2]);
    expect(deeds.at(-3)).toMatchObject({
      change: { was: { label: 'Before', text: 'places: 300' }, is: { label: 'After', text: 'places: 400' } },
      sub: 'reason: Milan',
    });
    expect(deeds.map((deed) => deed?.mark).slice(-4)).toEqual([undefined, undefined, 'stop', undefined]);
    const polish = findTable(await visitor.get('/pl/admin/audit')).rows.at(-1);
    expect([polish?.day, polish?.cells[2]?.text]).toEqual(['piątek, 20 listopada 2026', 'wysłanie e-maila testowego']);
  });

  test('is filtered by what was done and who did it, and taken away as it is filtered, under its own names', async () => {
    const visitor = await serve();
    const filtered = await visitor.get('/admin/audit?action=code.balance&actor=system');
    expect(readFeed(filtered)).toEqual([['Today', '00:01', 'System', 'changed the places of a code', 'MILANO-26']]);
    const { filter, downloads = [] } = findTable(filtered);
    expect(filter?.fields[2]?.options).toContainEqual({ value: 'admin.sign-in-failed', label: 'Sign-in failed' });
    // The day ends where its heading does.
    const day = findTable(await visitor.get('/admin/audit?from=2026-11-20&until=2026-11-20')).rows;
    expect(day.map(({ cells }) => cells[0]?.text)).toEqual(['23:59', '11:00']);
    for (const until of ['9999-12-31', '2026-02-31', '2026-13-01', 'today'])
      expect([until, (await visitor.get(`/admin/audit?until=${until}`)).status]).toEqual([until, 200]);
    const file = await visitor.get(downloads[0]?.href ?? '');
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(',code.balance,MILANO-26,');
  });

  test('is found by a part of what it is about, page after page and back, and says whether anything was changed', async () => {
    const visitor = await serve();
    expect(readFeed(await visitor.get('/admin/audit?q=ilano')).map(([, , , , about]) => about)).toEqual(['MILANO-26']);
    const note = await send(visitor, findFormView(await visitor.get('/admin/audit'), 'verify-audit'));
    expect(listNotes(note)).toEqual([expect.stringMatching(/^The log is intact\. Entries checked: \d+\.$/)]);
  });
});
