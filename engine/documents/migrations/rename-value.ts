import type { JsonObject } from '../json.ts';
import type { NewNames } from './rename-keys.ts';

/** The object with a renamed value of a property. */
export function renameValue(object: JsonObject, property: string, names: NewNames): JsonObject {
  const value = object[property];
  const name = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
  return name === undefined ? object : { ...object, [property]: name };
}
