import type { DocumentId, ResolvedExperiment } from '#engine/documents/types.ts';
import type { Slot } from './appointments.ts';

/** Where windows leave a time without anything, or show two at a time; in words. */
export function collisionsIn(row: readonly Slot[]): readonly string[] {
  const [first, ...others] = row;
  if (first === undefined) return [];
  const found: string[] = [];
  let longest = first;
  for (const next of others) {
    if (next.from > longest.to)
      found.push(
        `gap      nothing between ${endOf(longest)}, when ${longest.who} closes, and ${beginOf(next)}, when ${next.who} opens`,
      );
    if (next.from < longest.to)
      found.push(
        `overlap  ${longest.who} and ${next.who} both from ${beginOf(next)} to ${endOf(next.to < longest.to ? next : longest)}`,
      );
    if (next.to > longest.to) longest = next;
  }
  return found;
}

const beginOf = ({ window: { from, zone } }: Slot): string =>
  from === undefined ? 'the beginning' : `${from} ${zone}`;

const endOf = ({ window: { to, zone } }: Slot): string => (to === undefined ? 'for ever' : `${to} ${zone}`);

/** A live experiment whose arms are not, or not any more, what they are meant to be, because the window of one is closed. */
export function closedArms(
  { key, document, arms, status }: ResolvedExperiment,
  windows: ReadonlyMap<DocumentId, Slot>,
  now: number,
): readonly string[] {
  if (status !== 'live') return [];
  return [...new Set([document, ...arms.map(({ variant }) => variant)])].flatMap((id) => {
    const slot = windows.get(id);
    if (slot === undefined || (slot.from <= now && now < slot.to)) return [];
    const when = slot.to <= now ? `closed at ${endOf(slot)}` : `opens at ${beginOf(slot)} only`;
    return [`closed   the experiment "${key}" is live, but "${id}" ${when}`];
  });
}
