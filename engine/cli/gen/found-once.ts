import type { JsonSchema } from './schema.ts';

/**
 * The same schema, of which an editor says each mistake once, as `check` does: what it lists as allowed needs no word about type and length
 * beside it, a property under a wrong name is not missing as well, and what is missing is not too little as well.
 */
export function foundOnce(schema: JsonSchema): JsonSchema {
  if (schema.enum !== undefined || schema.const !== undefined) {
    const { type: _type, minLength: _length, pattern: _pattern, ...rest } = schema;
    return rest;
  }
  const { required, minProperties, ...rest } = schema;
  const { additionalProperties, properties = {} } = rest;
  if (required === undefined || additionalProperties !== false) return schema;
  const complete: JsonSchema = {
    required,
    ...(minProperties !== undefined && { if: { required }, then: { minProperties } }),
  };
  const isSpelled: JsonSchema = { propertyNames: { enum: Object.keys(properties) } };
  return { ...rest, allOf: [...(rest.allOf ?? []), { if: isSpelled, then: complete }] };
}
