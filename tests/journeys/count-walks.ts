import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { arrows } from './transitions.ts';

/** How often each outcome and each arrow of a machine is walked, as `docs/journeys/walks.json` has it. */
export type WalkCounts = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** @param counted Keys of all walks, such as `register.registered` and `account: none register`. */
export function countWalks(document: JourneyDocument, counted: readonly string[]): WalkCounts {
  const times = (key: string): number => counted.filter((each) => each === key).length;
  const machines = Object.keys(document.machines).map((machine) => {
    const own = arrows(document).filter((arrow) => arrow.machine === machine);
    const counts = own.map(({ from, on, to }) => [`${from} ${on} ${to}`, times(`${machine}: ${from} ${on}`)]);
    return [machine, Object.fromEntries(counts)];
  });
  const outcomes = Object.entries(document.outcomes).flatMap(([useCase, byOutcome]) =>
    Object.keys(byOutcome).map((outcome) => [`${useCase}.${outcome}`, times(`${useCase}.${outcome}`)]),
  );
  return Object.fromEntries([...machines, ...outcomes]);
}

/** Everything without a walk. */
export function unwalked(counts: WalkCounts): readonly string[] {
  return Object.entries(counts).flatMap(([name, count]) =>
    typeof count === 'number'
      ? count === 0
        ? [name]
        : []
      : Object.entries(count).flatMap(([arrow, times]) => (times === 0 ? [`${name}: ${arrow}`] : [])),
  );
}
