import { describe, expect, test } from 'vitest';
import type { Site } from '#engine/documents/types.ts';
import { findFormView, readView, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { serveContent } from '#tests/helpers/content-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { calmExperiment, calmVariant } from '#tests/helpers/small-project.ts';

const site: Site = await projectSite();

const project = {
  'pages-config/landings/calm.json': {
    ...calmVariant,
    window: { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'UTC' },
  },
  'pages-config/experiments/calm.json': {
    ...calmExperiment,
    coverage: 0.1,
    ramp: [{ at: '2026-12-03T09:00', zone: 'Europe/Berlin', coverage: 0.5 }],
  },
};

/** Path of the address on the calendar page; `null` without one. */
function readAddress(answer: Answer): string | null {
  const section = readView(answer).sections.find(({ kind }) => kind === 'copy');
  return section?.kind === 'copy' ? section.copy.value.replace(site.deployment.publicOrigin, '') : null;
}

const listTitles = ({ body }: Answer): readonly string[] =>
  [...body.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title = '']) => title);

describe('the address for calendar applications', () => {
  const { start } = bench('sqlite');

  test('is read without signing in, in the language and with the filter of the page, and the newest one alone is valid', async () => {
    const { visitor, publications, id, makeDraft, stranger } = await serveContent(start, project, {
      documents: () => site,
    });
    const draft = await makeDraft('Advent');
    const path = 'locales/en/landing.json';
    const content = ((await publications.readContent()).get(path) ?? '').replace(/Come in/, 'Welcome');
    await publications.saveFiles({ draft, files: [{ path, content, version: 0 }], actor: id });
    await publications.publish({ draft, note: 'Words, of Advent', goesLiveAt: null, actor: id, key: 'advent' });

    const press = async (form: string) => send(visitor, findFormView(await visitor.get('/admin/calendar'), form));
    expect(readAddress(await visitor.get('/admin/calendar'))).toBeNull();
    await press('subscribe-calendar');
    const first = readAddress(await visitor.get('/de/admin/calendar')) ?? '';
    const feed = await stranger.get(first);
    expect(feed.status).toBe(200);
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(feed.headers.get('cache-control')).toBe('private, no-store');
    expect(listTitles(feed)).toEqual([
      'labels (3.000): Angabe läuft ab',
      'Private Verkäufe (landings/calm)',
      'calm: Abdeckung steigt',
      'Words\\, of Advent',
    ]);
    expect(feed.body).toContain('DTSTART:20261127T000000Z\r\nDTEND:20261201T000000Z\r\n');
    expect(feed.body.replaceAll('\r\n ', '')).toContain(
      `URL:${site.deployment.publicOrigin}/de/admin/content?document=landings%2Fcalm\r\n`,
    );
    const filtered = readAddress(await visitor.get('/admin/calendar?kind=publications&language=en')) ?? '';
    expect(listTitles(await stranger.get(filtered))).toEqual(['Words\\, of Advent']);

    await press('subscribe-calendar');
    const second = readAddress(await visitor.get('/admin/calendar')) ?? '';
    expect((await stranger.get(first)).status).toBe(404);
    expect((await stranger.get(second)).status).toBe(200);
    await press('unsubscribe-calendar');
    const gone = await stranger.get(second);
    expect([gone.status, gone.body]).toEqual([404, expect.stringMatching(/^This calendar address is not valid\./)]);
    expect(readAddress(await visitor.get('/admin/calendar'))).toBeNull();
  });

  test('is worth nothing when it is guessed, when its owner may not see the calendar any more, or with an unknown language', async () => {
    const { backend, id, stranger } = await serveContent(start, {}, { documents: () => site });
    const { staff } = backend;
    const token = await staff.issueCalendarFeed(id);
    const status = async (path: string): Promise<number> => (await stranger.get(`/do/calendar/${path}`)).status;
    expect(await status(`${token}/en.ics`)).toBe(200);
    for (const wrong of [`${token}/xx.ics`, `${token}x/en.ics`, `${token.slice(0, 22)}${'A'.repeat(22)}/en.ics`])
      expect(await status(wrong), wrong).toBe(404);
    const email = (await staff.listAdmins()).find((admin) => admin.id === id)?.email ?? '';
    await staff.changeAdmin({ email, change: 'group', group: 'support' });
    expect(await status(`${token}/en.ics`)).toBe(404);
    await staff.changeAdmin({ email, change: 'group', group: 'publisher' });
    expect(await status(`${token}/en.ics`)).toBe(200);
    await staff.changeAdmin({ email, change: 'disable' });
    await staff.changeAdmin({ email, change: 'enable' });
    expect(await status(`${token}/en.ics`)).toBe(404);
  });
});
