import { UserError } from '#engine/shared/errors.ts';
import { mapSubschemas, type JsonSchema } from './schema.ts';

/**
 * The schema for ajv: a union of two shapes becomes `if`/`then`/`else`, so that a mistake is reported once, for the intended
 * shape. Unions with a `discriminator` already do that.
 */
export function toValidationSchema(schema: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const copy = mapSubschemas(schema, (part) => toValidationSchema(part, schemas));
  if (copy.oneOf === undefined || copy.discriminator !== undefined) return copy;
  const { oneOf, ...rest } = copy;
  const [first, second] = oneOf;
  if (first === undefined || second === undefined || oneOf.length > 2) {
    throw new UserError(
      `A union without "discriminator" has ${oneOf.length} shapes: "${schema.title ?? schema.$id ?? ''}" needs exactly two.`,
    );
  }
  return { ...rest, ...choose(first, second, schemas) };
}

/** Either only one shape is an object, or both are and the second one requires a property that the first does not have. */
function choose(first: JsonSchema, second: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const [a, b] = [follow(first, schemas), follow(second, schemas)];
  if (isObject(a) !== isObject(b)) {
    return isObject(b)
      ? { if: { type: 'object' }, then: second, else: first }
      : { if: { type: 'object' }, then: first, else: second };
  }
  const mark = b.required?.find((name) => !knows(a, name, schemas));
  if (mark === undefined)
    throw new UserError(
      `Nothing distinguishes "${a.title ?? ''}" from "${b.title ?? ''}": the second needs a required property of its own.`,
    );
  return { if: { type: 'object', required: [mark] }, then: second, else: first };
}

function knows(schema: JsonSchema, property: string, schemas: ReadonlyMap<string, JsonSchema>): boolean {
  const { properties, oneOf = [] } = follow(schema, schemas);
  return properties?.[property] !== undefined || oneOf.some((option) => knows(option, property, schemas));
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object' || schema.oneOf !== undefined || schema.not !== undefined;
}

function follow(schema: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const [id = '', definition] = schema.$ref.split('#/$defs/');
  const file = schemas.get(id);
  const target = definition === undefined ? file : file?.$defs?.[definition];
  if (target === undefined) throw new UserError(`No schema has the id "${schema.$ref}".`);
  return follow(target, schemas);
}
