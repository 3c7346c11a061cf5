import { listChildTypes, readSlots } from './children.ts';
import { buildEnvelopeSchemas } from './compose.ts';
import { writeContents } from './contents.ts';
import type { JsonSchema } from './schema.ts';
import type { BlockSource, GeneratorInput } from './source.ts';
import { type NamedSchema, nameSchemas } from './name-schemas.ts';
import { generatedBy } from './write-module.ts';

type Names = ReadonlyMap<string, NamedSchema>;

const introduction =
  'Every page, landing, fragment, experiment, journey, form, the site itself and its brand is a JSON document under `pages-config/`. Its id is its path there without `.json`, its folder is its kind. With `$schema` an editor completes and checks it.';

/** `docs/documents.md`: every kind of document, layout and block, for people who write documents. */
export function generateReference(source: GeneratorInput, schemas: ReadonlyMap<string, JsonSchema>): string {
  const names: Names = new Map(nameSchemas(schemas).map((named) => [named.ref, named]));
  const shared = (file: string): JsonSchema => schemas.get(`/schemas/${file}.schema.json`) ?? {};
  const landing = shared('landing').$defs ?? {};
  const sections = [
    '## Kinds of documents',
    ...kind('### `site.json`', shared('site'), names),
    ...kind('### `brand.json`', shared('brand'), names),
    ...['look', 'contrast', 'card', 'font', 'mailFont'].flatMap((part) =>
      kind(`#### \`${part}\` of \`brand.json\``, { ...shared('brand').$defs?.[part] }, names),
    ),
    ...kind('### Page', shared('page'), names),
    ...kind('### Landing', { ...landing['whole'] }, names),
    ...kind('### Variant of a landing', { ...landing['variant'] }, names),
    ...kind('### Fragment', shared('fragment'), names),
    ...kind('### Experiment', shared('experiment'), names),
    ...['variation', 'targeting', 'namespace'].flatMap((part) =>
      kind(`#### \`${part}\` of an experiment`, { ...shared('experiment').$defs?.[part] }, names),
    ),
    ...kind('### Journey', shared('journey'), names),
    ...[
      'machine',
      'state',
      'transition',
      'alternative',
      'flow',
      'step',
      'form',
      'needs',
      'effect',
      'open',
      'refusal',
    ].flatMap((part) => kind(`#### \`${part}\` of a journey`, { ...shared('journey').$defs?.[part] }, names)),
    ...kind('### Form', shared('form'), names),
    ...Object.keys(shared('form').$defs ?? {})
      .filter((part) => shared('form').$defs?.[part]?.properties !== undefined)
      .flatMap((part) => kind(`#### \`${part}\` of a form`, { ...shared('form').$defs?.[part] }, names)),
    '## Inside documents',
    ...[
      'text',
      'locale',
      'target',
      'link',
      'image',
      'video-file',
      'meta',
      'window',
      'guard',
      'fragment-use',
      'icon',
      'admin-query',
    ].flatMap((file) => kind(`### ${shared(file).title ?? file}`, shared(file), names)),
    '### Change',
    shared('change').description ?? '',
    ...Object.values(shared('change').$defs ?? {})
      .filter((definition) => definition.properties !== undefined)
      .flatMap((definition) => kind(`#### \`${String(definition.properties?.['op']?.const)}\``, definition, names)),
    '## Layouts',
    ...source.layouts.flatMap((layout) => layoutPart(layout)),
    '## Blocks',
    'Every block may say, beside its own props:',
    table({ properties: buildEnvelopeSchemas(source), required: ['id', 'type'] }, names),
    ...source.blocks.flatMap((block) => blockPart(block, source, names)),
  ];
  const body = sections.filter((part) => part !== '').join('\n\n');
  return `${[`<!-- ${generatedBy} -->`, '# Documents', introduction, writeContents(body), body].join('\n\n')}\n`;
}

function kind(title: string, schema: JsonSchema, names: Names): readonly string[] {
  const values =
    schema.enum === undefined ? '' : `One of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}.`;
  return [title, schema.description ?? '', values, table(schema, names)];
}

function layoutPart({ name, schema }: BlockSource): readonly string[] {
  const areas = Object.entries(schema.areas ?? {}).map(
    ([area, { description, content }]) =>
      `- \`${area}\`${content === true ? ' (blocks that name no area)' : ''}: ${description}`,
  );
  return [`### \`${name}\``, `${schema.description ?? ''} For: ${(schema.kinds ?? []).join(', ')}.`, areas.join('\n')];
}

function blockPart({ name, schema, examples }: BlockSource, source: GeneratorInput, names: Names): readonly string[] {
  const example = examples[0];
  const children = listChildTypes(name, source).map((child) => `\`${child}\``);
  return [
    `### \`${name}\``,
    schema.description ?? '',
    children.length > 0 ? `Blocks inside \`blocks\`: ${children.join(', ')}.` : '',
    slotList(name, source),
    table(schema, names),
    example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example.block, null, 2)}\n\`\`\``,
  ];
}

/** Slots of a block, each with the blocks that it accepts. */
function slotList(name: string, source: GeneratorInput): string {
  const lines = Object.entries(readSlots(name, source)).map(([slot, { description = '', types, max }]) => {
    const most = max === undefined ? '' : `At most ${max}. `;
    return `- \`${slot}\`: ${description} ${most}${types.map((type) => `\`${type}\``).join(', ')}.`;
  });
  return lines.length === 0 ? '' : ['Slots for the blocks inside `blocks`:', '', ...lines].join('\n');
}

function table(schema: JsonSchema, names: Names): string {
  const rows = writeRows(schema, '', names);
  if (rows.length === 0) return '';
  return ['| Property | Type | Default | What it is for |', '|---|---|---|---|', ...rows].join('\n');
}

function writeRows(schema: JsonSchema, prefix: string, names: Names): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isRequired = schema.required?.includes(name) === true;
    const fallback =
      property.default === undefined ? (isRequired ? 'required' : '') : `\`${JSON.stringify(property.default)}\``;
    const row = `| \`${prefix}${name}\` | ${cell(describeType(property, names))} | ${fallback} | ${cell(property.description ?? names.get(property.$ref ?? '')?.schema.description ?? '')} |`;
    return [
      row,
      ...writeRows(property, `${prefix}${name}.`, names),
      ...writeRows(property.items ?? {}, `${prefix}${name}[].`, names),
    ];
  });
}

function describeType(schema: JsonSchema, names: Names): string {
  if (schema.$ref !== undefined) {
    const target = names.get(schema.$ref);
    return target?.schema.enum !== undefined && target.schema.enum.length <= 10
      ? describeType(target.schema, names)
      : (target?.name ?? schema.$ref);
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.items !== undefined) return `list of ${describeType(schema.items, names)}`;
  if (typeof schema.additionalProperties === 'object')
    return `map of ${describeType(schema.additionalProperties, names)}`;
  if (schema.oneOf !== undefined) return schema.oneOf.map((option) => describeType(option, names)).join(' or ');
  return [schema.type ?? 'any'].flat().join(' or ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
