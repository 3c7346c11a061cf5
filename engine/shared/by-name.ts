/** A lookup table for untrusted names, such as the type of a block: `undefined` for unknown names, including inherited ones such as `constructor`. */
export function byName<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value | undefined>> {
  return Object.assign<Record<string, Value | undefined>, typeof table>(Object.create(null), table);
}
