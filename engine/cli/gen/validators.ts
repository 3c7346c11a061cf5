import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'vite';
import { InternalError } from '#engine/shared/errors.ts';
import type { Validate } from '#schemas/generated/validators.js';
import { blockId, composeSchemas } from './compose.ts';
import { annotations, type JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { toValidationSchema } from './validation-schema.ts';
import { generatedBy, writeModule } from './write-module.ts';

const documentIds: Readonly<Record<string, string>> = {
  site: '/schemas/site.schema.json',
  brand: '/schemas/brand.schema.json',
  page: '/schemas/page.schema.json',
  landing: '/schemas/landing.schema.json',
  fragment: '/schemas/fragment.schema.json',
  experiment: '/schemas/experiment.schema.json',
  journey: '/schemas/journey.schema.json',
  form: '/schemas/form.schema.json',
};

/** An ajv with all schemas; strict except for unions, whose branches declare `type` and `properties` separately. */
export function createAjv(schemas: ReadonlyMap<string, JsonSchema>): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allErrors: true,
    discriminator: true,
    ownProperties: true,
    inlineRefs: false,
    unicodeRegExp: true,
    formats: { date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, uri: /^[a-z][a-z0-9+.-]*:\S+$/ },
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary([...annotations, 'tsType']);
  for (const [id, schema] of schemas) ajv.addSchema(toValidationSchema(schema, schemas) as AnySchemaObject, id);
  return ajv;
}

/** Caches the latest result: most saves change a document or a component but no schema, and compiling all schemas takes half of a run. */
function rememberLatest<T>(): (key: string, make: () => T) => T {
  let latest: { readonly key: string; readonly value: T } | undefined;
  return (key, make) => {
    if (latest?.key !== key) latest = { key, value: make() };
    return latest.value;
  };
}

const latestAjv = rememberLatest<Ajv2020>();
const latestModule = rememberLatest<Promise<string>>();

/** Validators of blocks by the current schemas, each compiled on demand. */
export function createValidators(source: GeneratorInput): (type: string) => Validate {
  let ajv: Ajv2020 | undefined;
  return (type) => {
    const validate = (ajv ??= getAjv(source)).getSchema(blockId(type));
    if (validate === undefined) throw new InternalError(`There is no schema of the block "${type}".`);
    return (value) =>
      validate(value) === true ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  };
}

function getAjv(source: GeneratorInput): Ajv2020 {
  const schemas = composeSchemas(source);
  return latestAjv(JSON.stringify([...schemas]), () => createAjv(schemas));
}

/** `validators.js`: standalone validators of all documents and blocks in one module without imports. */
export function generateValidators(source: GeneratorInput, schemas: ReadonlyMap<string, JsonSchema>): Promise<string> {
  const types = source.blocks.map((block) => block.name);
  return latestModule(JSON.stringify([types, ...schemas]), () => makeModule(types, schemas));
}

async function makeModule(types: readonly string[], schemas: ReadonlyMap<string, JsonSchema>): Promise<string> {
  const ajv = createAjv(schemas);
  const ids = {
    ...documentIds,
    ...Object.fromEntries(types.map((type) => [`block_${type.replaceAll('-', '$')}`, blockId(type)])),
  };
  const modules: Readonly<Record<string, string>> = {
    ajv: standaloneCode(ajv, ids),
    entry: `import * as compiled from 'ajv';
function validator(validate) {
  return (value) => validate(value) ? [] : validate.errors.filter((error) => error.keyword !== 'if');
}
export const documentValidators = {${Object.keys(documentIds)
      .map((kind) => `${kind}: validator(compiled.${kind})`)
      .join(', ')}};
export const blockValidators = {${types.map((type) => `'${type}': validator(compiled.block_${type.replaceAll('-', '$')})`).join(', ')}};
`,
  };
  return writeModule(toAscii(await bundle(modules)));
}

/** V8 keeps a source with a single character beyond Latin-1 in twice the memory, as long as the process runs; this is the largest one. */
const toAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One module without imports: ajv's standalone code loads its helpers with `require`. */
async function bundle(modules: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    // The code contains the names of its source files, which must not depend on where a linked `node_modules` is.
    resolve: { preserveSymlinks: true },
    plugins: [
      {
        name: 'generated-modules',
        enforce: 'pre',
        resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
        load: (id) => modules[id.slice(1)] ?? null,
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict', output: { comments: false } },
    },
  });
  const code = [result]
    .flat()
    .flatMap((part) => ('output' in part ? part.output : []))
    .find((part) => part.type === 'chunk')?.code;
  if (code === undefined) throw new InternalError('Bundling the validators gave no code.');
  return code;
}

/** `validators.d.ts`. */
export function generateValidatorTypes(): string {
  return `// ${generatedBy}

import type { BlockType } from './vocabulary.ts';

/** One mistake, in the shape of ajv's errors. */
export interface SchemaError {
  /** The keyword of the schema that says no, such as \`required\`, \`additionalProperties\`, \`enum\`, \`discriminator\`. */
  readonly keyword: string;
  /** JSON pointer to the value, such as \`/blocks/2/actions/0\`; for a missing or unknown property, to the object around it. */
  readonly instancePath: string;
  readonly schemaPath: string;
  /** What the keyword says: \`missingProperty\`, \`additionalProperty\`, \`allowedValues\`, \`tag\` and \`tagValue\` … */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** Set when the name of a property is the mistake. */
  readonly propertyName?: string;
}

/** All mistakes of a value; an empty list when there is none. The value is not changed. */
export type Validate = (value: unknown) => readonly SchemaError[];

export const documentValidators: Readonly<Record<'site' | 'brand' | 'page' | 'landing' | 'fragment' | 'experiment' | 'journey' | 'form', Validate>>;

/** Validators of single blocks, envelope included. */
export const blockValidators: Readonly<Record<BlockType, Validate>>;
`;
}
