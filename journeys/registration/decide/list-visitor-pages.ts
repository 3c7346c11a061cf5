import type { DocumentId } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';

const known = new WeakMap<JourneyDocument, ReadonlySet<DocumentId>>();

/**
 * Pages and landings that depend on the visitor and are therefore private: pages of states, steps of a flow, pages after an outcome, and
 * pages of forms that need a query parameter.
 */
export function listVisitorPages(journey: JourneyDocument): ReadonlySet<DocumentId> {
  let pages = known.get(journey);
  if (pages === undefined) known.set(journey, (pages = new Set(listPages(journey))));
  return pages;
}

function listPages({ machines, flows, forms, outcomes }: JourneyDocument): DocumentId[] {
  const screens = Object.values(machines).flatMap(({ initial, states }) =>
    Object.entries(states).flatMap(([state, { screens: shown = [] }]) => (state === initial ? [] : shown)),
  );
  const steps = Object.values(flows).flatMap((flow) => flow.steps);
  const after = Object.values(outcomes).flatMap((byOutcome) => Object.values(byOutcome).flat());
  const named = [...screens, ...steps, ...after].flatMap(({ page }) => page ?? []);
  const opened = Object.values(forms).flatMap(({ page, needs }) =>
    needs === undefined ? [] : [page, ...needs.otherwise.flatMap((other) => ('page' in other ? other.page : []))],
  );
  return [...named, ...opened];
}
