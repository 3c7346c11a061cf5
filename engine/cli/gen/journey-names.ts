import type { Source } from './source.ts';
import { literal, writeModule } from './write-module.ts';

/** `journeys/names.ts`: what the documents of journeys may name, from each `journey.json`. */
export function generateJourneyNames(source: Source): string {
  const names = Object.fromEntries(
    source.journeys.map(({ name, vocabulary }) => {
      const { machines = {}, useCases = {}, conditions = {}, times = [], guards = {} } = vocabulary;
      return [
        name,
        {
          machines: Object.fromEntries(
            Object.entries(machines).map(([machine, { states, events }]) => [machine, { states, events }]),
          ),
          useCases,
          conditions: Object.fromEntries(
            Object.entries(conditions).map(([condition, { values }]) => [condition, values]),
          ),
          times,
          guards: Object.keys(guards),
        },
      ];
    }),
  );
  return writeModule(
    `/** What the document of a journey may name. */
export interface JourneyNames {
  /** Machines whose states are rows: their states, and the only state that each event can lead to. */
  readonly machines: Readonly<Record<string, { readonly states: readonly string[]; readonly events: Readonly<Record<string, string>> }>>;
  /** Use case, or form without one → its outcomes → the names of their values. */
  readonly useCases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Condition → its values. */
  readonly conditions: Readonly<Record<string, readonly string[]>>;
  /** Settings that say how long a state lasts. */
  readonly times: readonly string[];
  readonly guards: readonly string[];
}`,
    `/** By the name of the journey. */
export const journeyNames = ${literal(names)} as const satisfies Readonly<Record<string, JourneyNames>>;`,
  );
}
