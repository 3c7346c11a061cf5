/** The default of a property in a schema. */
export interface Default {
  /** Property names; `[]` means every item of an array, `*` every key of a map. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * A copy of `value` with all defaults filled in; only changed parts are new objects.
 * A default inside an absent value adds nothing (JSON Schema 2020-12 validation, 9.2).
 */
export function withDefaults<T extends object>(value: T, defaults: readonly Default[]): T {
  return defaults.reduce<unknown>((filled, { path, value: initial }) => fill(filled, path, initial), value) as T;
}

function fill(value: unknown, [step, ...rest]: readonly string[], initial: unknown): unknown {
  if (step === undefined) return value === undefined ? initial : value;
  if (typeof value !== 'object' || value === null) return value;
  if (step === '[]') return Array.isArray(value) ? value.map((item: unknown) => fill(item, rest, initial)) : value;
  if (Array.isArray(value)) return value;
  if (step === '*')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, rest, initial)]));
  const before: unknown = Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  const after = fill(before, rest, initial);
  return after === before ? value : { ...value, [step]: after };
}
