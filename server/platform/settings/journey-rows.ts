import { journeySettings } from '#schemas/generated/journeys/settings.ts';
import { InternalError } from '#engine/shared/errors.ts';
import type { Setting } from './setting.ts';

type Registered = (typeof journeySettings)[keyof typeof journeySettings];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Settings that journeys add, by name. */
export type JourneyRows = Intersection<Registered extends { rows: infer Own } ? Own : never> & object;

/** What servers get of them. */
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
 * Settings of the platform with those of all journeys; which ones there are, the registry says.
 *
 * @throws InternalError when two of them have the same name: a variable means one thing
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

/** Titles of journeys with settings, each by the first of its settings. */
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
    // A value of each of its own rows.
    return settings.values(Object.fromEntries(names.map((name) => [name, read(name)])) as never);
  });
  const limits = values.map((each) => ('limits' in each ? each.limits : {}));
  // What the values of all journeys are together, the registry says.
  return Object.assign({}, ...values, { limits: Object.assign({}, ...limits) }) as JourneyValues;
}
