import { isObject } from '#engine/documents/json.ts';
import type { StudioField } from './protocol.ts';

/** Properties of an object. */
export function listInnerFields(
  { fields = [], by, variants = {} }: Pick<StudioField, 'fields' | 'by' | 'variants'>,
  value: unknown,
): readonly StudioField[] {
  if (by === undefined) return fields;
  const chosen = isObject(value) ? String(value[by]) : '';
  return (Object.hasOwn(variants, chosen) ? variants[chosen] : Object.values(variants)[0]) ?? [];
}
