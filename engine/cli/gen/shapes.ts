import { mapSubschemas, type JsonSchema } from './schema.ts';
import { writeLiteral, writeModule } from './write-module.ts';

/** `shapes.ts`: the parts of the schemas that findings need to list allowed values. */
export function generateShapes(schemas: ReadonlyMap<string, JsonSchema>): string {
  return writeModule(
    `/** A schema cut down to the names, descriptions and unions that explain a mistake. */
export interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly oneOf?: readonly Shape[];
  readonly discriminator?: { readonly propertyName: string };
}`,
    `/** All schemas by \`$id\`, references absolute. */
export const shapes: Readonly<Record<string, Shape>> = ${writeLiteral(Object.fromEntries([...schemas].map(([id, schema]) => [id, cut(schema)])))};`,
  );
}

function cut(schema: JsonSchema): object {
  const {
    $ref,
    $defs,
    description,
    type,
    const: only,
    enum: values,
    required,
    properties,
    additionalProperties,
    items,
    oneOf,
    discriminator,
  } = mapSubschemas(schema, cut);
  return {
    $ref,
    $defs,
    description,
    type: typeof type === 'string' ? type : undefined,
    const: only,
    enum: values?.every((value) => typeof value === 'string') === true ? values : undefined,
    required,
    properties,
    additionalProperties: typeof additionalProperties === 'object' ? additionalProperties : undefined,
    items,
    oneOf,
    discriminator,
  };
}
