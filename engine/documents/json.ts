/** A JSON object; a value read from it must be checked before use. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; other values are omitted, because the schema reports them. */
export function selectObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** All strings of a value, in order, without property names. */
export function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listStrings);
  return isObject(value) ? Object.values(value).flatMap(listStrings) : [];
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Label of a block, such as `hero "welcome"`, if it has a type and an id. */
export function nameBlock({ type, id }: JsonObject): string {
  return `${asString(type) ?? 'block'}${typeof id === 'string' ? ` ${JSON.stringify(id)}` : ''}`;
}

/** Merges a patch into a value (RFC 7396): objects merge, `null` removes, anything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map<string, unknown>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

/** The part of a value that a merge patch would change. */
export function projectOnto(target: unknown, patch: unknown): unknown {
  if (!isObject(patch) || !isObject(target)) return target;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(patch)) {
    if (Object.hasOwn(target, key)) result[key] = projectOnto(target[key], value);
  }
  return result;
}

/** Freezes a value deeply; stops at frozen parts, so shared ones cost nothing. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** A JSON object from a file; empty without one. */
export function parseObject(text: string | null | undefined): JsonObject {
  if (text === null || text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
