import { describe, expect, test } from 'vitest';
import type { MenuView } from '#engine/shared/data-view.ts';
import { type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { signedIn, readView } from '#tests/helpers/admin-visitor.ts';
import { addCode, bench, pageEngines, request, START } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const HOUR = 3_600_000;

const figuresIn = (answer: Pick<Answer, 'data'>) =>
  readView(answer)
    .sections.flatMap((section) => (section.kind === 'pair' ? section.sections : []))
    .flatMap((section) => (section.kind === 'figures' ? [section.figures] : []));
const countsIn = ({ data }: Pick<Answer, 'data'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (data['header/menu'] as MenuView).groups.flatMap(({ links }) =>
      links.flatMap(({ label, count }) => (count === undefined ? [] : [[label, count] as const])),
    ),
  );

describe.each(pageEngines)('figures on the dashboard on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    const as = async (group: StaffGroup) => (await signedIn(server, backend, group)).visitor;
    const wait = (from: number, until: number) =>
      backend.ports.database.db
        .insertInto('waiting_list')
        .values(
          Array.from({ length: until - from }, (_, index) => ({
            id: `waits-${from + index}`,
            email: `guest-${from + index}@example.com`,
            email_canonical: `guest-${from + index}@example.com`,
            locale: 'de',
            country: 'DE',
            state: 'joined' as const,
            joined_at: new Date(START - 24 * HOUR).toISOString(),
            invited_at: null,
            invitation_code: null,
          })),
        )
        .execute();
    return { backend, as, wait };
  }

  test('the start shows yesterday beside the day before, by the days of the shop, to staff users with the permission', async () => {
    const { backend, as, wait } = await serve();
    const administrator = await as('admin');
    const NO_CODE = 'Nobody can register: no code exists';
    expect((await administrator.get('/admin')).body).toContain(NO_CODE);
    await addCode(backend, 'PLACES', 9);
    expect((await administrator.get('/admin')).body).not.toContain(NO_CODE);
    await wait(0, 3);
    for (const name of ['anna', 'eva', 'ida'])
      await backend.members.register(request({ email: `${name}@example.com` }));
    // Yesterday begins at 23:00 UTC the evening before.
    const times = {
      anna: '2026-11-18T23:00:00.000Z',
      eva: '2026-11-18T22:59:59.999Z',
      ida: '2026-11-19T23:00:00.000Z',
    };
    for (const [name, registered_at] of Object.entries(times))
      await backend.ports.database.db
        .updateTable('members')
        .set({ registered_at })
        .where('email', '=', `${name}@example.com`)
        .execute();
    await backend.ports.database.db
      .insertInto('phase_conversion_counts')
      .values({
        experiment: 'hero',
        phase: 0,
        variation: 'a',
        event: 'activated',
        hour: '2026-11-18T23:00:00.000Z',
        conversions: 1,
      })
      .execute();
    expect(figuresIn(await (await as('analyst')).get('/admin'))).toMatchObject([
      {
        columns: ['Thu 19 Nov', 'Wed 18 Nov', 'Change'],
        rows: [
          { label: 'Registered', values: ['1', '1', '0'] },
          { label: 'Activated', values: ['0', '0', '0'] },
          { label: 'Joined the waiting list', values: ['3', '0', '+3'] },
          { label: 'Invited from the waiting list', values: ['0', '0', '0'] },
          { label: 'Conversions in experiments', values: ['1', '0', '+1'] },
          { label: 'Server errors', values: ['0', '0', '0'] },
        ],
      },
    ]);
    for (const group of staffGroups)
      expect([group, figuresIn(await (await as(group)).get('/admin')).length]).toEqual([group, 1]);
    const [shown] = figuresIn(await (await as('admin')).get('/admin'));
    expect(shown?.rows.map(({ label }) => label).slice(5)).toEqual(['Emails sent', 'Emails failed', 'Server errors']);
    expect(shown?.rows[2]?.line).toEqual({
      path: 'M0 24L8 24L15 24L23 24L31 24L38 24L46 24L54 24L62 24L69 24L77 24L85 24L92 24L100 0',
      description: '14 days: lowest 0, highest 3, last 3.',
    });
  });

  test('the menu counts what waits on each page, for those alone who may open it, and no further than ten thousand', async () => {
    const { backend, as, wait } = await serve();
    const support = await as('support');
    expect(countsIn(await support.get('/admin'))).toEqual({});
    await wait(0, 3);
    const form = { email: 'anna@example.com' };
    await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
    await expect.poll(async () => Object.keys((await backend.outbox.state()).byStatus)).toEqual(['kept']);
    await backend.ports.database.db.updateTable('outbox').set({ status: 'dead', attempts: 9 }).execute();
    expect(countsIn(await support.get('/admin/people'))).toEqual({
      'Waiting list': '3',
      'Membership applications': '1',
      Emails: '1',
    });
    for (const group of ['publisher', 'author', 'analyst'] as const)
      expect([group, countsIn(await (await as(group)).get('/admin'))]).toEqual([group, {}]);
    for (let from = 3; from < 10_001; from += 1_000) await wait(from, Math.min(from + 1_000, 10_001));
    expect(countsIn(await support.get('/admin'))).toMatchObject({ 'Waiting list': '10,000+' });
    expect(readView(await support.get('/admin/waitinglist')).lede).toContain(': 10,000+.');
  });
});
