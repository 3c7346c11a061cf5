import type { Colleague } from '#engine/studio/protocol.ts';
import type { DraftFile } from '#server/site/publications/publications.ts';
import type { GetName } from '../people.ts';

/** A colleague who saved longer ago is not shown as active. */
const RECENT_MS = 15 * 60_000;

/** A colleague who recently saved in a draft; `null` for none. */
export function findRecentColleague(
  changes: readonly Pick<DraftFile, 'changedBy' | 'changedAt'>[],
  { user, now, getName }: { readonly user: string; readonly now: number; readonly getName: GetName },
): Colleague | null {
  const others = changes.filter(({ changedBy, changedAt }) => changedBy !== user && now - changedAt < RECENT_MS);
  const [last] = others.toSorted((one, other) => other.changedAt - one.changedAt);
  return last === undefined ? null : { name: getName(last.changedBy), at: last.changedAt };
}
