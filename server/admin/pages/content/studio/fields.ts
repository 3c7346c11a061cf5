import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { BlockExample, NamedThing, StudioField } from '#engine/studio/protocol.ts';
import { layoutNames, layouts, locales } from '#schemas/generated/vocabulary.ts';
import { root } from '#server/platform/paths.ts';

type Schemas = ReadonlyMap<string, JsonObject>;

const TEXT = '/schemas/text.schema.json';
const IMAGE = '/schemas/image.schema.json';
const TARGET = '/schemas/target.schema.json';
const FORM = '/schemas/form.schema.json';
const ICON = '/schemas/icon.schema.json';
const LOCALE = '/schemas/locale.schema.json';
const ZONE = '/schemas/window.schema.json#/$defs/zone';
const WALL_TIME = '/schemas/window.schema.json#/$defs/wallTime';
/** Properties that every block has, whatever its type. */
const everywhere = ['area', 'window', 'when'];

let known: ReadonlyMap<string, readonly StudioField[]> | undefined;

/** The fields of every type of block, from the schemas of this build. */
export function listBlockFields(): ReadonlyMap<string, readonly StudioField[]> {
  known ??= fieldsOfBlocks(readSchemas());
  return known;
}

let ofForms: readonly StudioField[] | undefined;

/** The fields of form documents. */
export function readFormFields(): readonly StudioField[] {
  const schemas = readSchemas();
  ofForms ??= listFields(schemas.get(FORM) ?? {}, { schemas, id: FORM }).filter(
    ({ name }) => name !== '$schema' && name !== 'version',
  );
  return ofForms;
}

/** Where the schemas of pages and landings are. */
const pageSchemas = { page: '', landing: '/$defs/whole', variant: '/$defs/variant' } as const;
/** Properties that are not edited as fields. */
const structure = ['$schema', 'version', 'blocks', 'extends', 'changes'];
/** Properties with a name of the site. */
const namesOfPage: Readonly<Record<string, NamedThing | undefined>> = { brand: 'brands', flow: 'flows' };
const ofPages = new Map<keyof typeof pageSchemas, readonly StudioField[]>();

/** The fields of a page itself: everything but its blocks. */
export function readPageFields(kind: keyof typeof pageSchemas): readonly StudioField[] {
  const fields = ofPages.get(kind) ?? buildPageFields(kind);
  ofPages.set(kind, fields);
  return fields;
}

function buildPageFields(kind: keyof typeof pageSchemas): readonly StudioField[] {
  const schemas = readSchemas();
  const shown = kind === 'page' ? 'page' : 'landing';
  const id = `/schemas/${shown}.schema.json`;
  const schema = pointedAt({ schemas, id }, pageSchemas[kind]);
  // The schema of layouts is generated.
  const options = layoutNames.filter((name) => layouts[name].kinds.includes(shown));
  return listFields(schema, { schemas, id })
    .filter(({ name }) => !structure.includes(name))
    .map((field): StudioField => {
      const names = namesOfPage[field.name];
      if (names !== undefined) return { ...field, kind: 'name', names };
      return field.name === 'layout' ? { ...field, kind: 'choice', options } : field;
    });
}

function readSchemas(): Schemas {
  const files = listPaths(root, ['schemas/*.schema.json', '{blocks,journeys/*/blocks}/*/*.schema.json']);
  return new Map(
    files.flatMap((file): [string, JsonObject][] => {
      const schema: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return isObject(schema) ? [[String(schema['$id']), schema]] : [];
    }),
  );
}

let listed: readonly BlockExample[] | undefined;

/** Examples of blocks that stand on public pages by themselves. */
export function listBlockExamples(): readonly BlockExample[] {
  listed ??= listPaths(root, '{blocks,journeys/*/blocks}/*/examples.json').flatMap((file) => {
    const type = file.split('/').at(-2) ?? '';
    const examples: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
    if (type.startsWith('_') || type.startsWith('admin-') || type === 'data-view') return [];
    return selectObjects(examples).flatMap(({ name, block }) =>
      isObject(block) ? [{ type, name: String(name), block }] : [],
    );
  });
  return listed;
}

function fieldsOfBlocks(schemas: Schemas): ReadonlyMap<string, readonly StudioField[]> {
  const envelope = readProperties(schemas.get('/schemas/block.schema.json') ?? {});
  const shared = Object.fromEntries(everywhere.map((name) => [name, envelope[name] ?? {}]));
  const common = listFields({ properties: shared }, { schemas, id: '/schemas/block.schema.json' }).map(withAreas);
  return new Map(
    [...schemas].flatMap(([id, schema]): [string, readonly StudioField[]][] => {
      const type = /^\/blocks\/(.+)\.schema\.json$/.exec(id)?.[1];
      if (type === undefined) return [];
      const own = withNames(listFields(schema, { schemas, id }), schema);
      return [[type, [...own, ...common]]];
    }),
  );
}

/** Areas of the layouts for visitors' pages. */
function withAreas(field: StudioField): StudioField {
  if (field.name !== 'area') return field;
  const options = new Set(layoutNames.filter((name) => name !== 'admin').flatMap((name) => layouts[name].areas));
  return { ...field, kind: 'choice', options: [...options], usual: 'content' };
}

/** A schema marks those of its properties that name a form or a step. */
function withNames(
  fields: readonly StudioField[],
  { formDocumentBy, questionsBy, stepBy }: JsonObject,
): readonly StudioField[] {
  const named = new Map<unknown, NamedThing>([
    [formDocumentBy, 'forms'],
    [questionsBy, 'forms'],
    [stepBy, 'steps'],
  ]);
  return fields.map((field) => {
    const names = named.get(field.name);
    return names === undefined ? field : { ...field, kind: 'name', names };
  });
}

/** Base for references inside a schema. */
interface Base {
  readonly schemas: Schemas;
  readonly id: string;
}

function listFields(schema: JsonObject, base: Base): readonly StudioField[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(readProperties(schema)).map(([name, property]) =>
    buildField(name, property, required.has(name), base),
  );
}

function buildField(name: string, written: unknown, isRequired: boolean, base: Base): StudioField {
  const { schema, references, at } = followed(written, base);
  const about = { name, description: String(schema['description'] ?? ''), isRequired };
  if (references.has(TEXT)) return { ...about, kind: 'text', ...(base.id === IMAGE && { isWide: true }) };
  if (references.has(TARGET)) return { ...about, kind: 'target' };
  if (references.has(ZONE)) return { ...about, kind: 'name', names: 'zones' };
  if (references.has(WALL_TIME)) return { ...about, kind: 'moment' };
  if (name === 'src' && base.id === IMAGE) return { ...about, kind: 'picture' };
  const usual = schema['default'];
  const idle = isPlain(usual) ? { usual } : {};
  if (Array.isArray(schema['enum']))
    return {
      ...about,
      ...idle,
      kind: references.has(ICON) ? 'icon' : 'choice',
      options: schema['enum'].filter(isNamed),
    };
  const variants = buildVariants(schema, at);
  if (variants !== null) return { ...about, ...variants, kind: 'object' };
  if (schema['const'] === true) return { ...about, kind: 'boolean', isTrueOnly: true };
  switch (schema['type']) {
    case 'boolean':
      return { ...about, ...idle, kind: 'boolean' };
    case 'string':
      return { ...about, ...idle, kind: 'string' };
    case 'integer':
    case 'number':
      return { ...about, ...idle, ...readLimits(schema), isWhole: schema['type'] === 'integer', kind: 'number' };
    case 'object':
      if (isObject(schema['properties'])) return { ...about, kind: 'object', fields: listFields(schema, at) };
      return isByLocale(schema)
        ? {
            ...about,
            kind: 'object',
            fields: locales.map((each) => buildField(each, schema['additionalProperties'], false, at)),
          }
        : { ...about, kind: 'other' };
    case 'array':
      return { ...about, ...readLimits(schema), kind: 'list', item: buildField('', schema['items'], true, at) };
    default:
      return { ...about, kind: 'other' };
  }
}

/** Whether an object has a value for each language. */
const isByLocale = ({ propertyNames }: JsonObject): boolean =>
  isObject(propertyNames) && propertyNames['$ref'] === LOCALE;

/** Properties by the value of one of them. */
function buildVariants({ discriminator, oneOf }: JsonObject, base: Base): Pick<StudioField, 'by' | 'variants'> | null {
  const by = isObject(discriminator) ? discriminator['propertyName'] : undefined;
  if (typeof by !== 'string' || !Array.isArray(oneOf)) return null;
  const kinds = oneOf.flatMap((written) => {
    const { schema, at } = followed(written, base);
    const property = readProperties(schema)[by];
    const { enum: values, const: value } = isObject(property) ? property : {};
    return (Array.isArray(values) ? values : [value]).map((each) => [String(each), listFields(schema, at)] as const);
  });
  const options = kinds.map(([value]) => value);
  const withChoice = (field: StudioField): StudioField =>
    field.name === by ? { ...field, kind: 'choice', options } : field;
  return { by, variants: Object.fromEntries(kinds.map(([value, fields]) => [value, fields.map(withChoice)])) };
}

interface Followed {
  /** The schema that the references resolve to, with the keywords beside them. */
  readonly schema: JsonObject;
  readonly references: ReadonlySet<string>;
  readonly at: Base;
}

function followed(written: unknown, base: Base): Followed {
  const references = new Set<string>();
  let at = base;
  let schema = isObject(written) ? written : {};
  while (typeof schema['$ref'] === 'string') {
    const { $ref: reference, ...beside } = schema;
    const [id = '', pointer = ''] = String(reference).split('#');
    at = { schemas: base.schemas, id: id === '' ? at.id : id };
    references.add(pointer === '' ? at.id : `${at.id}#${pointer}`);
    schema = { ...pointedAt(at, pointer), ...beside };
  }
  return { schema, references, at };
}

function pointedAt({ schemas, id }: Base, pointer: string): JsonObject {
  const steps = pointer.split('/').slice(1);
  let found: unknown = schemas.get(id);
  for (const step of steps) found = isObject(found) ? found[step] : undefined;
  return isObject(found) ? found : {};
}

const readProperties = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {});

const isNamed = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isPlain = (value: unknown): value is string | number | boolean => isNamed(value) || typeof value === 'boolean';

/** Minimum and maximum of a number, or of the items of a list. */
function readLimits(schema: JsonObject): Pick<StudioField, 'minimum' | 'maximum'> {
  const [minimum, maximum] = [schema['minimum'] ?? schema['minItems'], schema['maximum'] ?? schema['maxItems']];
  return {
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
  };
}
