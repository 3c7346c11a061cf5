import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { reportMissingDocument } from '#engine/experiments/readiness.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { SiteStatus } from '#server/site/store/site-store.ts';
import { type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { signedIn, readView } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';
import { calmExperiment, calmVariant, resolveSmall, swap } from '#tests/helpers/small-project.ts';

const site = await projectSite();

/** Documents in which a figure has ended, another one and a window end soon, and an experiment runs. */
function documents() {
  const claim = (validUntil: string) =>
    JSON.stringify({ value: 3000, format: 'integer', source: 'Buying', asOf: '2026-11-02', validUntil });
  const result = resolveSmall({
    'pages-config/site.json': swap(
      '"claims": {',
      `"claims": { "soon": ${claim('2026-12-01')}, "later": ${claim('2027-12-01')}, "over": ${claim('2026-11-20')},`,
    ),
    'pages-config/landings/calm.json': { ...calmVariant, window: { to: '2026-11-27T00:00', zone: 'UTC' } },
    'pages-config/experiments/calm.json': calmExperiment,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.site;
}

const finding: Finding = {
  rule: 'page-weight',
  severity: 'warning',
  file: 'pages-config/pages/about.json',
  line: 3,
  column: 5,
  path: 'blocks[0]',
  message: 'The page is too heavy.',
};

const titles = (answer: Pick<Answer, 'data'>): readonly string[] =>
  readView(answer).sections.flatMap((section) => {
    if (section.kind === 'items') return section.items.map(({ title }) => `${section.title}: ${title}`);
    return section.kind === 'note' ? [section.title] : [];
  });

describe('what the dashboard reports of the system', () => {
  const { start: open, location } = bench('sqlite');

  async function serve(calm: boolean) {
    const place = await location();
    const shown = calm ? undefined : documents();
    const backend = await open({
      ...place,
      // A folder below what is a file: nothing can be written there.
      exposureExportDir: join(place.dataDir, 'vitrine.sqlite/exports'),
      ...(shown && { documents: () => shown }),
    });
    await addCode(backend, 'PLACES', 9);
    const server = await serveSite({ site, backend, settings: testSettings() });
    const as = async (group: StaffGroup) => (await signedIn(server, backend, group)).visitor;
    return { backend, as };
  }

  test('is that nothing waits, for every group, as long as nothing does', async () => {
    const { as } = await serve(true);
    for (const group of staffGroups)
      expect([group, titles(await (await as(group)).get('/admin'))]).toEqual([
        group,
        ['Nothing needs your attention.'],
      ]);
  });

  test('is counted, leads to where it can be fixed, and is shown only to staff users who may fix it', async () => {
    const { backend, as } = await serve(false);
    const { db } = backend.ports.database;
    const status: SiteStatus = { revision: 'r', published: 0, since: 0, warnings: [finding, finding], refused: null };
    backend.systemStatus.follow({ siteStatus: () => status, lostReports: () => 3 });
    backend.unavailableVariations.set([
      { experiment: 'calm', locale: 'de', reasons: [reportMissingDocument('landings/calm')] },
    ]);
    await db
      .insertInto('phase_exposures')
      .values({
        id: 'row',
        anonymous_id: 'visitor',
        experiment: 'calm',
        phase: 1,
        variation: 'calm',
        revision: 'r',
        attributes: '{}',
        evaluated_at: new Date(backend.ports.clock.now()).toISOString(),
      })
      .execute();
    await sql`alter table registration_drafts rename to lost_drafts`.execute(db);
    await expect(backend.runMaintenance()).rejects.toThrow('ENOTDIR');
    backend.pass(15 * 3_600_000);

    const serverNews = [
      'Now: Failed exports of exposures: 1',
      'Now: Consecutive error reports not delivered: 3',
      'Now: Failed retention rules: 1',
    ];
    const unready = ['Now: Experiment calm is not ready. Languages: 1'];
    const over = ['Now: Expired claims: 1'];
    const soon = [
      'Today: Findings in the documents: 2',
      'Today: Claims that expire within 14 days: 1',
      'Today: Schedules that start or end within 14 days: 1',
    ];
    const news: Readonly<Record<StaffGroup, readonly string[]>> = {
      admin: [...serverNews, ...unready, ...over, ...soon],
      publisher: [...unready, ...over, ...soon],
      author: [...over, ...soon],
      analyst: [...unready, ...over, ...soon],
      support: ['Nothing needs your attention.'],
    };
    for (const group of staffGroups)
      expect([group, titles(await (await as(group)).get('/admin'))]).toEqual([group, news[group]]);

    const coming = async (group: StaffGroup) =>
      readView(await (await as(group)).get('/admin')).sections.flatMap((section) =>
        section.kind === 'pair'
          ? section.sections.flatMap((each) => (each.kind === 'facts' ? each.facts.map(({ value }) => value) : []))
          : [],
      );
    expect(await coming('author')).toEqual([
      'Private sales (landings/calm) · ends',
      'soon (3,000) · claim expires',
      'later (3,000) · claim expires',
      'labels (3,000) · claim expires',
    ]);
    expect(await coming('support')).toEqual([]);

    const admin = await as('admin');
    for (const section of readView(await admin.get('/de/admin')).sections) {
      if (section.kind !== 'items') continue;
      for (const { link } of section.items) expect((await admin.get(link.href)).status).toBe(200);
    }
    const tables = async (group: StaffGroup) =>
      readView(await (await as(group)).get('/admin/state')).sections.flatMap((section) =>
        section.kind === 'table' ? [section.table.rows.map(({ cells }) => cells.map(({ text }) => text))] : [],
      );
    const [overview, findings = [], own, moments = []] = await tables('admin');
    expect(overview).toEqual([
      ['Findings in the documents', '2'],
      ['Background jobs', '3'],
      ['Upcoming changes', '3'],
    ]);
    expect(findings[0]).toEqual(['pages/about', 'page-weight', 'The page is too heavy.']);
    expect(moments.map(([, what, who]) => [what, who])).toEqual([
      ['claim expires', 'over (3,000)'],
      ['ends', 'Private sales (landings/calm)'],
      ['claim expires', 'soon (3,000)'],
    ]);
    expect(moments[0]?.[3]).toBe('site');
    expect(own?.map(([, reason]) => reason)).toEqual([
      expect.stringContaining('ENOTDIR'),
      '–',
      expect.stringContaining('registration_drafts'),
    ]);
    expect(await tables('author')).toHaveLength(3);
    const [, results] = readView(await admin.get('/admin/results?experiment=calm')).sections;
    expect(results).toMatchObject({
      kind: 'note',
      text: 'DE: The page landings/calm does not exist. It may have been unpublished.',
    });
  });

  test('is first of all that the newest documents are refused, and why', async () => {
    const { backend, as } = await serve(false);
    const refused = { since: 0, published: 0, findings: [{ ...finding, severity: 'error' as const }] };
    const status: SiteStatus = { revision: 'r', published: 0, since: 0, warnings: [], refused };
    backend.systemStatus.follow({ siteStatus: () => status, lostReports: () => 0 });
    const author = await as('author');
    expect(titles(await author.get('/admin'))[0]).toBe('Now: Errors that block publishing: 1');
    expect(titles(await author.get('/admin/state'))).toEqual([
      'The latest documents are not published. Visitors get the last valid version until these errors are fixed.',
    ]);
    vi.spyOn(backend.systemStatus, 'driftedFiles').mockResolvedValue([{ path: 'pins.json', revision: 7 }]);
    const page = await author.get('/admin/state');
    expect(titles(page)[1]).toBe('Published files that the release changed in another way: 1');
    expect(page.body).toContain('Visitors get the published version: pins.json (#7)');
  });
});
