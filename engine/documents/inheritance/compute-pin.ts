import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { isObject, type JsonObject } from '../json.ts';
import { newBlockTypes } from '../migrations/name-blocks-by-content.ts';
import { renameValue } from '../migrations/rename-value.ts';

/** Renamed block types are hashed by their old names, so that pins of version 3 stay valid. */
const pinnedTypes = Object.fromEntries(Object.entries(newBlockTypes).map(([before, after]) => [after, before]));

/** First 12 hex digits of the SHA-256 over the RFC 8785 form of the value that a change replaces (N3), with block types as named in version 3. */
export function computePin(base: unknown): string {
  return sha256(toCanonicalJson(withPinnedTypes(base ?? null))).slice(0, 12);
}

function withPinnedTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPinnedTypes);
  if (!isObject(value)) return value;
  const inner: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withPinnedTypes(each)]),
  );
  return renameValue(inner, 'type', pinnedTypes);
}
