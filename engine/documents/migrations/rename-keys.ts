import type { JsonObject } from '../json.ts';

/** Former property name → new name. */
export type NewNames = Readonly<Record<string, string>>;

/** The object with renamed properties, in order. When a new name exists already, the schema reports it. */
export function renameKeys(object: JsonObject, names: NewNames): JsonObject {
  const chooseName = (key: string): string => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    return name === undefined || Object.hasOwn(object, name) ? key : name;
  };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [chooseName(key), value]));
}
