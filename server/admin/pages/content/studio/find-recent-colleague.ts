import type { Colleague } from '#engine/studio/protocol.ts';
import type { DraftFile } from '#server/site/publications/publications.ts';
import type { GetName } from '../people.ts';

/** Someone who saved something longer ago is not taken to be at work. */
const RECENT_MS = 15 * 60_000;

/** Who else saved something in a draft lately; `null` for nobody. */
export function findRecentColleague(
  changes: readonly Pick<DraftFile, 'changedBy' | 'changedAt'>[],
  { user, now, getName }: { readonly user: string; readonly now: number; readonly getName: GetName },
): Colleague | null {
  const others = changes.filter(({ changedBy, changedAt }) => changedBy !== user && now - changedAt < RECENT_MS);
  const [last] = others.toSorted((one, other) => other.changedAt - one.changedAt);
  return last === undefined ? null : { name: getName(last.changedBy), at: last.changedAt };
}
