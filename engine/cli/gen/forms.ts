import { UserError } from '#engine/shared/errors.ts';
import { type JsonSchema, toPascalCase } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { toTypeScript } from './typescript.ts';
import { writeLiteral, writeUnion, writeModule } from './write-module.ts';

interface FieldSchema extends JsonSchema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly messages?: Readonly<Record<string, string>>;
  readonly clean?: string;
}

/** `forms.ts`: the values of each form, the rules that browsers can check, and the key of the message for each rule. */
export async function generateForms(source: GeneratorInput): Promise<string> {
  const forms = Object.fromEntries([...source.forms].map(([name, { schema }]) => [name, readFields(schema)]));
  const messages = [...new Set([...source.forms.values()].flatMap(({ schema }) => messageKeys(schema)))].toSorted();
  return writeModule(
    "import type { CleanKind } from '#engine/shared/clean-input.ts';",
    `/** Forms with a schema. */
export type SchemaForm = ${writeUnion(Object.keys(forms))};

/** A step whose fields the document of its journey chooses: it alone knows the name. */
export type StepForm = string & { readonly stepForm: never };

/** Forms of all journeys. */
export type FormName = SchemaForm | StepForm;

export interface FieldRules {
  /** \`text\`: typed. \`choice\`: one of \`options\`. \`choices\`: some of them. \`flag\`: ticked or not. */
  readonly kind: 'text' | 'choice' | 'choices' | 'flag';
  readonly required: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Valid under the \`u\` and the \`v\` flag, anchored. */
  readonly pattern?: string;
  readonly options?: readonly string[];
  /** How what was typed is cleaned before these rules are asked. */
  readonly clean?: CleanKind;
  /** Translation keys by JSON Schema keyword. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Rules of the fields of a form by their names. */
export type FormRules = Readonly<Record<string, FieldRules>>;

/** Fields of a form, with the form whose schema checks them: itself, or the one that a step chooses its fields from. */
export interface FormFields {
  readonly schema: SchemaForm;
  readonly rules: FormRules;
}

export const formRules: Readonly<Record<SchemaForm, FormRules>> = ${writeLiteral(forms)};`,
    `/** What fields offer to choose from; a field offers the same in every form that asks for it. */
export const fieldOptions = ${writeLiteral(listOfferedValues(source))} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What a field offers, such as \`FieldOption<'gender'>\`. */
export type FieldOption<Field extends keyof typeof fieldOptions> = (typeof fieldOptions)[Field][number];`,
    await valueTypes(source),
    `/** Values of a form that passed its schema, by form. */
export interface FormValues {
${[...source.forms.keys()].map((name) => `  '${name}': ${valueType(name)};`).join('\n')}
}`,
    `/** Every translation key that a form may show. */
export const formMessageKeys: readonly string[] = ${writeLiteral(messages)};`,
  );
}

function valueType(form: string): string {
  return `${toPascalCase(form)}Form`;
}

/** One type per form, with options by field name. */
function valueTypes(source: GeneratorInput): Promise<string> {
  const optionsNamed = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, property]) => {
        if (readOptions(property) === undefined) return [field, property];
        const option = `FieldOption<'${field}'>`;
        const tsType = property.enum === undefined ? `readonly ${option}[]` : option;
        return [field, { tsType, description: property.description }];
      }),
    ),
  });
  return toTypeScript(
    new Map([...source.forms].map(([name, { schema }]) => [valueType(name), optionsNamed(schema)])),
    (ref) => {
      throw new UserError(
        `A form's schema refers to "${ref}"; write the field out, because the server reads each form by itself.`,
      );
    },
  );
}

function readFields(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]: [string, FieldSchema]) => [
      name,
      {
        kind: toFieldKind(property),
        required: required.has(name),
        minLength: property.minLength,
        maxLength: property.maxLength,
        pattern: property.pattern,
        options: readOptions(property),
        clean: property.clean,
        messages: property.messages ?? {},
      },
    ]),
  );
}

function toFieldKind(property: JsonSchema): string {
  if (property.type === 'boolean') return 'flag';
  if (property.type === 'array') return 'choices';
  return property.enum === undefined ? 'text' : 'choice';
}

/** The options of a field. */
function readOptions(property: JsonSchema): readonly unknown[] | undefined {
  return property.enum ?? property.items?.enum;
}

/** Options by field name. @throws UserError when two forms offer different values for the same field */
export function listOfferedValues(source: GeneratorInput): Readonly<Record<string, readonly unknown[]>> {
  const offered = new Map<string, readonly unknown[]>();
  for (const { file, schema } of source.forms.values()) {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const options = readOptions(property);
      if (options === undefined) continue;
      const known = offered.get(field) ?? options;
      if (JSON.stringify(known) !== JSON.stringify(options))
        throw new UserError(
          `${file} offers other values for "${field}" than another form. List the same ones in the same order.`,
        );
      offered.set(field, known);
    }
  }
  return Object.fromEntries([...offered].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function messageKeys(schema: JsonSchema): string[] {
  return Object.values(schema.properties ?? {}).flatMap((property: FieldSchema) =>
    Object.values(property.messages ?? {}),
  );
}
