import { expect, test } from 'vitest';
import { findRecentColleague } from './find-recent-colleague.ts';

const MINUTE = 60_000;
const NOW = 100 * MINUTE;

test('another staff user who saved something in the draft within a quarter of an hour is named, the last of them', () => {
  const saved = (changedBy: string, minutesAgo: number) => ({ changedBy, changedAt: NOW - minutesAgo * MINUTE });
  const find = (...changes: readonly ReturnType<typeof saved>[]) =>
    findRecentColleague(changes, { user: 'me', now: NOW, getName: (actor) => actor.toUpperCase() });
  expect(find(saved('me', 0), saved('anna', 16))).toBeNull();
  expect(find(saved('ben', 3), saved('anna', 2), saved('me', 1))).toEqual({ name: 'ANNA', at: NOW - 2 * MINUTE });
});
