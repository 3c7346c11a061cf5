/** Dimensions of results of consenting visitors. */
export const dimensions = ['locale', 'country', 'device', 'visit', 'landing', 'consent'] as const;
export type Dimension = (typeof dimensions)[number];

/** Stored attribute names of exposures. */
const attributeByDimension: Readonly<Record<Dimension, string>> = {
  locale: 'locale',
  country: 'applicationCountry',
  device: 'device',
  visit: 'visit',
  landing: 'landing',
  consent: 'consent',
};

/** Prefix of a dimension: followed by the key of another experiment of the visitor, with its variation as the value. */
export const OTHER_EXPERIMENT = 'beside:';

/** Pseudo-dimension: visitors with several variations in a phase. */
export const MULTIPLE_EXPOSURES = 'several';

/** All rows of a consenting visitor. */
export interface ConsentingPerson {
  readonly exposures: readonly {
    readonly experiment: string;
    readonly phase: number;
    readonly variation: string;
    /** JSON. */
    readonly attributes: string;
    /** ISO 8601. */
    readonly evaluated_at: string;
  }[];
  readonly conversions: readonly {
    readonly event: string;
    /** ISO 8601. */
    readonly at: string;
  }[];
}

/** Experiment, phase, variation, dimension, value and event; an empty dimension or event means all. */
export type PersonPart = readonly [
  experiment: string,
  phase: string,
  variation: string,
  dimension: string,
  value: string,
  event: string,
];

/**
 * The sums that a visitor contributes to, each once regardless of repeated events. A conversion counts for variations seen before it, unless a later phase
 * of the experiment had been seen by then. Pure.
 */
export function splitPerson({ exposures, conversions }: ConsentingPerson): readonly PersonPart[] {
  const parts = exposures.flatMap((seen): readonly PersonPart[] => {
    const { experiment, phase, variation } = seen;
    const later = exposures.filter((other) => other.experiment === experiment && other.phase > phase);
    const credited = conversions.filter(
      ({ at }) => at >= seen.evaluated_at && !later.some(({ evaluated_at }) => evaluated_at <= at),
    );
    const events = ['', ...new Set(credited.map(({ event }) => event))];
    const places = [['', ''], ...getValues(seen.attributes), ...metBy(seen, exposures)] as const;
    return places.flatMap(([dimension, value]) =>
      events.map((event): PersonPart => [experiment, String(phase), variation, dimension, value, event]),
    );
  });
  const phases = Map.groupBy(exposures, ({ experiment, phase }) => `${phase} ${experiment}`);
  const several = [...phases.values()].flatMap((seen): readonly PersonPart[] => {
    const [first] = seen;
    if (first === undefined || new Set(seen.map(({ variation }) => variation)).size < 2) return [];
    return [[first.experiment, String(first.phase), '', MULTIPLE_EXPOSURES, '', '']];
  });
  return [...parts, ...several];
}

/** Other experiments of a visitor, each with the first variation seen in its newest phase. */
function metBy(
  { experiment }: ConsentingPerson['exposures'][number],
  exposures: ConsentingPerson['exposures'],
): readonly (readonly [dimension: string, value: string])[] {
  const others = exposures.filter((other) => other.experiment !== experiment);
  if (others.length === 0) return [];
  return [...Map.groupBy(others, (other) => other.experiment)].flatMap(([key, rows]) => {
    const [first] = rows.toSorted(
      (one, other) => other.phase - one.phase || (toSortKey(one) < toSortKey(other) ? -1 : 1),
    );
    return first === undefined ? [] : [[`${OTHER_EXPERIMENT}${key}`, first.variation] as const];
  });
}

/** Ties are ordered by name, so that a recount is deterministic. */
const toSortKey = (row: ConsentingPerson['exposures'][number]): string => `${row.evaluated_at} ${row.variation}`;

type Values = readonly (readonly [Dimension, string])[];

/** Cached parsed attributes: many visitors share the same text. */
const known = new Map<string, Values>();
const MAX_KNOWN = 2_000;

function getValues(attributes: string): Values {
  const found = known.get(attributes) ?? readValues(attributes);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(attributes, found);
  return found;
}

function readValues(attributes: string): Values {
  // Checked edge: only text values are used.
  const read = JSON.parse(attributes) as Readonly<Record<string, unknown>>;
  return dimensions.map((dimension) => {
    const value = read[attributeByDimension[dimension]];
    return [dimension, typeof value === 'string' ? value : ''];
  });
}
