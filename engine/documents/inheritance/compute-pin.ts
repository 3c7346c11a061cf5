import { canonicalJson } from '#engine/shared/canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { isObject, type JsonObject } from '../json.ts';
import { newBlockTypes } from '../migrations/name-blocks-by-content.ts';
import { renameValue } from '../migrations/rename-value.ts';

/** Pins of version 3 stay valid: a block whose type alone was renamed has the same pin. */
const pinnedTypes = Object.fromEntries(Object.entries(newBlockTypes).map(([before, after]) => [after, before]));

/** First 12 hex digits of SHA-256 over the RFC 8785 form of what a change replaces (N3), with types of blocks as version 3 named them. */
export function computePin(base: unknown): string {
  return sha256(canonicalJson(withPinnedTypes(base ?? null))).slice(0, 12);
}

function withPinnedTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPinnedTypes);
  if (!isObject(value)) return value;
  const inner: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withPinnedTypes(each)]),
  );
  return renameValue(inner, 'type', pinnedTypes);
}
