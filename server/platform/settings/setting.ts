import { InternalError } from '#engine/shared/errors.ts';
import type { Limit } from '#server/platform/ports.ts';

/** Server mode. */
export type Mode = 'demo' | 'production';

/**
 * Default by mode, as text; both are explicit, so that each setting has a safe default for reachable servers. `null` in production: the setting is
 * required; in demo mode: it is generated.
 */
export type Defaults = Readonly<Record<Mode, string | null>>;

/** An environment variable: description, parsing and validation. */
export interface Setting<Value, Default extends Defaults = Defaults> {
  /** One or two full sentences for operators. */
  readonly description: string;
  /** Allowed values, as the end of the sentence "Allowed: …". */
  readonly allowed: string;
  readonly default: Default;
  /** Never printed, not even when invalid. */
  readonly secret?: true;
  /** `undefined` for invalid text. */
  parse(text: string): Value | undefined;
}

/** Parsed type of a row: `null` only without a default. */
export type ValueOf<Row extends Setting<unknown>> =
  | NonNullable<ReturnType<Row['parse']>>
  | (null extends Row['default'][Mode] ? null : never);

/** Default of a setting. */
export function readRowDefault<Row extends Setting<unknown>>(row: Row, mode: Mode = 'production'): ValueOf<Row> {
  const text: string | null = row.default[mode];
  const value = text === null ? null : row.parse(text);
  if (value === undefined) throw new InternalError(`The default "${text}" of a setting is not allowed by it.`);
  // Parsed by the row; its union of defaults hides that from the type checker.
  return value as ValueOf<Row>;
}

type Rows = Readonly<Record<string, Setting<unknown>>>;
type ValuesOf<Own extends Rows> = { readonly [Name in keyof Own]: ValueOf<Own[Name]> };

/** Defaults of rows. */
export function getDefaults<Own extends Rows>(rows: Own): ValuesOf<Own> {
  // Each value was parsed by the row of its name.
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, readRowDefault(row)])) as ValuesOf<Own>;
}

/** Settings of a journey, exported as `settings` by `journeys/<name>/settings.ts`. */
export interface JourneySettings<Own extends Rows, Values extends object> {
  /** Title of its section in `docs/settings.md`. */
  readonly title: string;
  readonly rows: Own;
  /** Parsed values for the server; `limits` are merged with those of the platform. */
  values(own: ValuesOf<Own>): Values;
}

export function defineSettings<const Own extends Rows, Values extends object>(
  settings: JourneySettings<Own, Values>,
): JourneySettings<Own, Values> {
  return settings;
}

/** An invalid setting; all problems of a start are reported together. */
export interface SettingProblem {
  readonly name: string;
  /** As given, secrets masked; `null` when the variable is absent. */
  readonly value: string | null;
  readonly message: string;
}

export function setting<Value, const Default extends Defaults>(
  definition: Setting<Value, Default>,
): Setting<Value, Default> {
  return definition;
}

export function choice<const Value extends string>(...values: readonly Value[]): (text: string) => Value | undefined {
  return (text) => values.find((value) => value === text);
}

/** `true` or `false`. */
export const flag = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

export function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

export function wholeNumber(least: number, most: number): (text: string) => number | undefined {
  return (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined);
}

/** A number from 0 to 1. */
export function share(text: string): number | undefined {
  return /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : undefined;
}

const seconds = { s: 1, min: 60, h: 3_600 } as const;

/** A rate limit, such as `60 per 10 min`. */
export function rate(text: string): Limit | undefined {
  const [, max = '', length = '', unit = ''] = /^(\d{1,6}) per (\d{1,3}) (s|min|h)$/.exec(text) ?? [];
  const windowSeconds = Number(length) * (unit === 's' || unit === 'min' || unit === 'h' ? seconds[unit] : Number.NaN);
  return Number(max) > 0 && windowSeconds > 0 ? { max: Number(max), windowSeconds } : undefined;
}

/** Comma-separated items, trimmed; invalid when one item is. */
export function commaSeparated<Item>(
  parse: (text: string) => Item | undefined,
): (text: string) => readonly Item[] | undefined {
  return (text) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse);
    return items.every((item) => item !== undefined) ? items : undefined;
  };
}
