import { buildEnumSchema } from './compose.ts';
import type { JsonSchema } from './schema.ts';

export type SchemaProperties = Readonly<Record<string, JsonSchema>>;

export const withProperties = (schema: JsonSchema | undefined, changed: SchemaProperties): JsonSchema => ({
  ...schema,
  properties: { ...schema?.properties, ...changed },
});

/** Only these names; without names the schema as written is more precise. */
export function requireNames(schema: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  const { pattern: _pattern, default: usual, ...rest } = schema ?? {};
  return names.length === 0
    ? (schema ?? {})
    : { ...rest, ...buildEnumSchema(names), ...(names.includes(String(usual)) && { default: usual }) };
}

/** These names in addition to everything that the schema allows. */
export function proposeNames(schema: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  return withNames(schema ?? {}, buildProposals(names));
}

/** Editors propose every branch of `anyOf`; the empty branch allows any other value. */
export function buildProposals(names: readonly string[]): JsonSchema {
  return names.length === 0 ? {} : { anyOf: [{ enum: [...new Set(names)] }, {}] };
}

export function withNames(schema: JsonSchema, names: JsonSchema): JsonSchema {
  const items = names.items === undefined ? schema.items : { ...schema.items, ...names.items };
  return { ...schema, ...names, ...(items !== undefined && { items }) };
}
