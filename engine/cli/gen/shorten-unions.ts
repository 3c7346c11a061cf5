import type { JsonSchema } from './schema.ts';

/**
 * The same schema, changed so that editors report each mistake once, as `check` does: an enum has no further type or length, a misspelled
 * property is not missing as well, and a missing item is not too few as well.
 */
export function shortenUnions(schema: JsonSchema): JsonSchema {
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
