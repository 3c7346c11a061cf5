import { machinesWith } from './transitions.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { arrangements } from './setups/all.ts';
import { type Seen, whatFollows } from './expectation.ts';
import { Person } from './person.ts';
import type { Stage } from './stage.ts';
import { conditionsIn } from './walk.ts';

/** A walk of one person, with what it goes over. */
export interface Walk {
  readonly name: string;
  /** Keys of `docs/journeys/walks.json` that it counts for. */
  readonly counts: readonly string[];
  readonly walk: (person: Person) => Promise<Seen>;
}

export interface Walked extends Seen {
  readonly name: string;
  readonly counts: readonly string[];
  /** Forms that were sent. */
  readonly forms: readonly string[];
  /** What statistics know the visitor by. */
  readonly visitor: string;
}

/** One walk for each outcome, each way to it, and each state that it may be reached from. */
export function outcomeWalks(document: JourneyDocument): readonly Walk[] {
  return arrangements(document).flatMap((arrangement) => {
    const { useCase, outcome, by, conditions: own } = arrangement;
    const event = `${useCase}.${outcome}`;
    return (arrangement.from ?? ['none']).map((from): Walk => ({
      name: `${event} by ${by}${arrangement.from === undefined ? '' : `, from ${from}`}`,
      counts: [event, ...machinesWith(document, event, from).map((machine) => `${machine}: ${from} ${event}`)],
      async walk(person) {
        const reached = await arrangement.arrange(person, from);
        return whatFollows({ person, useCase, outcome, conditions: { ...conditionsIn(from), ...own }, reached });
      },
    }));
  });
}

/** Never throws: what cannot be walked differs. */
export async function take({ name, counts, walk }: Walk, stage: Stage): Promise<Walked> {
  const person = new Person(stage);
  const seen = await walk(person).catch((error: unknown): Seen => {
    const what = error instanceof Error ? error.message : String(error);
    return { differences: [`cannot be walked: ${what}`], covers: [], conversions: [] };
  });
  return { ...seen, name, counts, forms: [...person.forms], visitor: person.id };
}
