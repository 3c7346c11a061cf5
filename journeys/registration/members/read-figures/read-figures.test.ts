import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addCode, bench, engines, request } from '#tests/helpers/backend.ts';
import { countFigures } from './read-figures.ts';

const HOUR = 3_600_000;

describe.each(engines)('figures of days on %s', (engine) => {
  const { start } = bench(engine);

  test('are counted by the day of each deed, without what was tried with another person’s address', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 9);
    const { db } = backend.ports.database;
    const day = backend.ports.clock.now();
    const days = [day - 24 * HOUR, day, day + 24 * HOUR] as const;
    const at = (hours: number): string => new Date(day + hours * HOUR).toISOString();
    for (const email of ['anna', 'eva', 'ida', 'shadow', 'late', 'early'])
      await backend.members.register(request({ email: `${email}@example.com` }));
    const registered = { anna: 0, eva: 23.99, ida: -1, shadow: 1, late: 24, early: -24.01 };
    for (const [email, hours] of Object.entries(registered)) {
      const shadow_of = email === 'shadow' ? 'anna@example.com' : null;
      await db
        .updateTable('members')
        .set({ registered_at: at(hours), shadow_of })
        .where('email', '=', `${email}@example.com`)
        .execute();
    }
    const attempt = (outcome: 'active' | 'already-active', hours: number) => ({
      id: `attempt ${hours}`,
      member_id: null,
      outcome,
      at: at(hours),
    });
    await db
      .insertInto('activation_attempts')
      .values([attempt('active', 2), attempt('already-active', 3)])
      .execute();
    const waits = (state: 'joined' | 'invited', joined: number, invited: number | null) => ({
      id: `waits ${joined}`,
      email: `waits-${joined}@example.com`,
      email_canonical: `waits-${joined}@example.com`,
      locale: 'de',
      country: null,
      state,
      joined_at: at(joined),
      invited_at: invited === null ? null : at(invited),
      invitation_code: null,
    });
    await db
      .insertInto('waiting_list')
      .values([waits('joined', 5, null), waits('invited', -5, 6), waits('invited', -90, -6)])
      .execute();
    expect(await backend.members.readFigures({ days })).toEqual([
      { name: 'registered', counts: [1, 2] },
      { name: 'activated', counts: [0, 1] },
      { name: 'joined', counts: [1, 1] },
      { name: 'invited', counts: [1, 1] },
    ]);
    const nothing = [day + 99 * HOUR, day + 123 * HOUR, day + 147 * HOUR] as const;
    const empty = await backend.members.readFigures({ days: nothing });
    expect(empty.map(({ counts }) => counts)).toEqual(Array.from({ length: 4 }, () => [0, 0]));
  });

  test.runIf(engine === 'sqlite')('are found by indexes, however many rows there are', async () => {
    const { db } = (await start()).ports.database;
    const days = [0, 24 * HOUR, 48 * HOUR] as const;
    const { rows } = await sql<{ readonly detail: string }>`explain query plan ${countFigures(days)}`.execute(db);
    const looks = rows.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH)/.test(detail));
    expect(looks).toEqual([
      expect.stringContaining('USING INDEX members_by_registered_at'),
      expect.stringContaining('activation_attempts_by_at'),
      expect.stringContaining('waiting_list_by_joined_at'),
      expect.stringContaining('waiting_list_by_state_invited_at'),
    ]);
  });
});
