/** The supported part of JSON Schema 2020-12, with this project's annotations (docs/architecture.md, "Schemas"). */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $comment?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly title?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minProperties?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly discriminator?: { readonly propertyName: string };
  readonly defaultSnippets?: readonly Snippet[];
  /** Message of editors in place of their default. */
  readonly errorMessage?: string;
  readonly patternErrorMessage?: string;
  readonly tsType?: string;
  readonly heading?: number | string;
  readonly variables?: readonly string[];
  readonly plain?: boolean;
  readonly phrased?: boolean;
  /** Minimum width in pixels of an image at this place. */
  readonly leastWidth?: number;
  readonly kind?: BlockKind;
  readonly facets?: readonly string[];
  readonly children?: readonly string[];
  /** Blocks that may contain it, in addition to those that name it themselves. */
  readonly parents?: readonly string[];
  /** Slots for inner blocks, by name. */
  readonly slots?: Readonly<Record<string, SlotSchema>>;
  /** Groups that it belongs to, which slots refer to as `@group`. */
  readonly groups?: readonly string[];
  readonly structuredData?: string;
  readonly forms?: readonly string[];
  readonly formBy?: FormBy;
  /** On a form: block with `formBy` → the value that selects this form. */
  readonly shownBy?: Readonly<Record<string, string>>;
  /** Property that names the step of a journey's flow whose form the block shows. */
  readonly stepBy?: string;
  /** Property that names the form document that the block shows. */
  readonly formDocumentBy?: string;
  /** Property that names the form document with the block's additional questions. */
  readonly questionsBy?: string;
  /** Path of properties, through lists, to the names of the block's fields. */
  readonly fieldsBy?: readonly string[];
  /** Property that names the query whose result the block shows. */
  readonly dataBy?: string;
  /** Ids of elements that the component renders. */
  readonly anchors?: readonly string[];
  /** Origins of frames that the block opens when asked to; the page's content policy allows them. */
  readonly frames?: readonly string[];
  /** Properties that name feature flags which the block evaluates in the browser. */
  readonly flags?: readonly string[];
  readonly areas?: Readonly<Record<string, Area>>;
  readonly kinds?: readonly ('page' | 'landing')[];
}

export type BlockKind = 'static' | 'behaviour' | 'island';

/** How a block selects one of its forms. */
export interface FormBy {
  /** Property of the block that selects. */
  readonly property: string;
  /** Value of that property → form. */
  readonly forms: Readonly<Record<string, string>>;
}

/** A slot of a block. */
export interface SlotSchema {
  readonly description?: string;
  /** Block types, and groups as `@group`. */
  readonly types: readonly string[];
  /** Maximum number of blocks; unlimited by default. */
  readonly max?: number;
}

export interface Area {
  readonly description: string;
  readonly content?: boolean;
}

/** A snippet that editors propose; `body` is inserted as JSON. */
export interface Snippet {
  readonly label: string;
  readonly description?: string;
  readonly body: unknown;
}

/** Annotations of this project, which JSON Schema ignores. */
export const annotations = [
  'heading',
  'variables',
  'plain',
  'phrased',
  'leastWidth',
  'kind',
  'facets',
  'children',
  'parents',
  'slots',
  'groups',
  'structuredData',
  'forms',
  'formBy',
  'shownBy',
  'stepBy',
  'formDocumentBy',
  'questionsBy',
  'fieldsBy',
  'dataBy',
  'anchors',
  'frames',
  'flags',
  'areas',
  'kinds',
  'defaultSnippets',
  'markdownDescription',
  'enumDescriptions',
] as const;

/** All keywords that a schema may use: the supported ones of JSON Schema 2020-12, and the annotations. */
export const keywords: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$ref',
  '$defs',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'type',
  'const',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'discriminator',
  ...annotations,
]);

type Visit = (schema: JsonSchema) => JsonSchema;

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** A copy of a schema with `visit` applied to its direct sub-schemas. */
export function mapSubschemas(schema: JsonSchema, visit: Visit): JsonSchema {
  const list = (schemas: readonly JsonSchema[]): JsonSchema[] => schemas.map(visit);
  const copy: { -readonly [Keyword in keyof JsonSchema]: JsonSchema[Keyword] } = { ...schema };
  if (copy.$defs) copy.$defs = mapValues(copy.$defs, visit);
  if (copy.properties) copy.properties = mapValues(copy.properties, visit);
  if (typeof copy.additionalProperties === 'object') copy.additionalProperties = visit(copy.additionalProperties);
  if (copy.propertyNames) copy.propertyNames = visit(copy.propertyNames);
  if (copy.items) copy.items = visit(copy.items);
  if (copy.oneOf) copy.oneOf = list(copy.oneOf);
  if (copy.anyOf) copy.anyOf = list(copy.anyOf);
  if (copy.allOf) copy.allOf = list(copy.allOf);
  if (copy.if) copy.if = visit(copy.if);
  if (copy.then) copy.then = visit(copy.then);
  if (copy.else) copy.else = visit(copy.else);
  return copy;
}

/** A copy with absolute `$ref`s: `#/$defs/pin` in `/schemas/change.schema.json` gets that prefix. */
export function withAbsoluteRefs(schema: JsonSchema, base: string): JsonSchema {
  const visit: Visit = (part) => {
    const copy = mapSubschemas(part, visit);
    return part.$ref?.startsWith('#') ? { ...copy, $ref: `${base}${part.$ref}` } : copy;
  };
  return visit(schema);
}

/** `feature-grid` and `_feature-grid` → `FeatureGrid`. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

/** Name of a folder's main export: `newsletter`, or `summerSale` for `summer-sale`. */
export function toCamelCase(name: string): string {
  const pascal = toPascalCase(name);
  return `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
}
