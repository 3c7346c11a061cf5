import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** One arrow of a machine: a state, what happens in it, and the state after. */
export interface Arrow {
  readonly machine: string;
  readonly subject: 'row' | 'visitor';
  readonly from: string;
  readonly on: string;
  readonly to: string;
}

export function arrows({ machines }: JourneyDocument): readonly Arrow[] {
  return Object.entries(machines).flatMap(([machine, { subject, transitions }]) =>
    transitions.flatMap(({ from, on, to }) => from.map((state): Arrow => ({ machine, subject, from: state, on, to }))),
  );
}

/** Machines of visitors that go on by an event in a state. */
export function machinesWith(document: JourneyDocument, event: string, state: string): readonly string[] {
  return arrows(document)
    .filter(({ subject, from, on }) => subject === 'visitor' && from === state && on === event)
    .map(({ machine }) => machine);
}
