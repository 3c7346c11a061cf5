import type { JsonObject } from '../json.ts';

/** Names of properties → what they are called after a step. */
export type NewNames = Readonly<Record<string, string>>;

/** The same object with other names of properties, in their order. A name that the object has already is left to the schema to report. */
export function renameKeys(object: JsonObject, names: NewNames): JsonObject {
  const chooseName = (key: string): string => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    return name === undefined || Object.hasOwn(object, name) ? key : name;
  };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [chooseName(key), value]));
}
