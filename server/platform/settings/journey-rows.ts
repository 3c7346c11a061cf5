import { journeySettings } from '#schemas/generated/journeys/settings.ts';
import { InternalError } from '#engine/shared/errors.ts';
import type { Setting } from './setting.ts';

type Registered = (typeof journeySettings)[keyof typeof journeySettings];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Settings of the journeys, by name. */
export type JourneyRows = Intersection<Registered extends { rows: infer Own } ? Own : never> & object;

/** Their parsed values. */
export type JourneyValues = Intersection<Registered extends { values(...args: never): infer Own } ? Own : never> & {
  readonly limits: object;
};

interface AnySettings {
  readonly title: string;
  readonly rows: Readonly<Record<string, Setting<unknown>>>;
  values(own: never): object;
}

const all: readonly AnySettings[] = Object.values(journeySettings);

/**
 * Settings of the platform and of all journeys in the registry.
 *
 * @throws InternalError for a duplicate name
 */
export function withJourneyRows<Own extends Readonly<Record<string, Setting<unknown>>>>(own: Own): Own & JourneyRows {
  const names = new Set(Object.keys(own));
  for (const { title, rows } of all)
    for (const name of Object.keys(rows)) {
      if (names.has(name))
        throw new InternalError(`"${title}" adds the setting ${name}, which is there already. Rename it.`);
      names.add(name);
    }
  return Object.assign({}, own, ...all.map(({ rows }) => rows)) as Own & JourneyRows;
}

/** Titles of journeys with settings, by the name of their first setting. */
export const journeyTitles: ReadonlyMap<string, string> = new Map(
  all.flatMap(({ title, rows }) =>
    Object.keys(rows)
      .slice(0, 1)
      .map((first) => [first, title] as const),
  ),
);

export function readJourneySettings(read: (name: keyof JourneyRows) => unknown): JourneyValues {
  const values = all.map((settings) => {
    const names = Object.keys(settings.rows) as (keyof JourneyRows)[];
    // Each value was parsed by the row of its name.
    return settings.values(Object.fromEntries(names.map((name) => [name, read(name)])) as never);
  });
  const limits = values.map((each) => ('limits' in each ? each.limits : {}));
  // Typed by the registry.
  return Object.assign({}, ...values, { limits: Object.assign({}, ...limits) }) as JourneyValues;
}
