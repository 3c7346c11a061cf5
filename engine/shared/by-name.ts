/**
 * A table that answers names from outside, such as the type of a written block: `undefined` for all that it does not hold, also for names
 * that every object has, such as `constructor`.
 */
export function byName<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value | undefined>> {
  return Object.assign<Record<string, Value | undefined>, typeof table>(Object.create(null), table);
}
