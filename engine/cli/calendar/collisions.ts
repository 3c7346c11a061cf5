import { onEachPage } from '#engine/shared/on-each-page.ts';
import type { DocumentId, ResolvedExperiment } from '#engine/documents/types.ts';
import type { ScheduleGap, WindowUse } from '#engine/documents/window-uses.ts';

/** A gap or an overlap between windows, as text. */
export const formatGap = ({ kind, before, next }: ScheduleGap): string =>
  kind === 'gap'
    ? `gap      nothing between ${formatEnd(before)}, when ${before.who} closes, and ${formatBegin(next)}, when ${next.who} opens`
    : `overlap  ${before.who} and ${next.who} both from ${formatBegin(next)} to ${formatEnd(next.to < before.to ? next : before)}`;

const formatBegin = ({ window: { from, zone } }: WindowUse): string =>
  from === undefined ? 'the beginning' : `${from} ${zone}`;

const formatEnd = ({ window: { to, zone } }: WindowUse): string => (to === undefined ? 'for ever' : `${to} ${zone}`);

/** A live experiment with a variation whose window is closed. */
export function listClosedVariations(
  experiment: ResolvedExperiment,
  windows: ReadonlyMap<DocumentId, WindowUse>,
  now: number,
): readonly string[] {
  const { key, status } = experiment;
  if (status !== 'live') return [];
  const shown = onEachPage(experiment).flatMap(({ document, variations }) => [
    document,
    ...variations.map(({ variant }) => variant),
  ]);
  return [...new Set(shown)].flatMap((id) => {
    const slot = windows.get(id);
    if (slot === undefined || (slot.from <= now && now < slot.to)) return [];
    const when = slot.to <= now ? `closed at ${formatEnd(slot)}` : `opens at ${formatBegin(slot)} only`;
    return [`closed   the experiment "${key}" is live, but "${id}" ${when}`];
  });
}
