import { wordsId } from './editor-claims.ts';
import { listShownDocuments } from './editor-documents.ts';
import { nameExperiments } from './editor-experiments.ts';
import { buildProposals, proposeNames, type SchemaProperties, requireNames, withNames } from './editor-proposals.ts';
import { nameWholeForm } from './journey-names.ts';
import type { JsonSchema, Snippet } from './schema.ts';
import type { GeneratorInput } from './source.ts';

type Change = (schema: JsonSchema) => JsonSchema;

/** `$id` of the schema of files in `locales/`, which only editors use. */
export const textsId = '/schemas/texts.schema.json';

/** The schemas of experiments, journeys and the brand with existing names, by `$id`. */
export function buildNameSchemas(source: GeneratorInput): Readonly<Record<string, Change>> {
  return {
    '/schemas/experiment.schema.json': (schema) => nameExperiments(schema, source),
    '/schemas/journey.schema.json': (schema) => journeyNames(schema, source),
    '/blocks/form.schema.json': (schema) => formNames(schema, source),
    '/schemas/brand.schema.json': (schema) => {
      const names = {
        file: requireNames(schema.$defs?.['file'], source.brandFiles),
        colour: proposeNames(schema.$defs?.['colour'], source.colours),
        lineColour: proposeNames(schema.$defs?.['lineColour'], source.colours),
      };
      return { ...schema, $defs: { ...schema.$defs, ...names } };
    },
  };
}

/** A block shows one of the existing forms. */
function formNames(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const forms = source.documents.filter((id) => id.startsWith('forms/'));
  const { form } = schema.properties ?? {};
  return form === undefined
    ? schema
    : { ...schema, properties: { ...schema.properties, form: requireNames(form, forms) } };
}

/** The schema of a file of texts: the keys of the source language, with its texts for translators. */
export function buildTextsSchema(source: GeneratorInput): JsonSchema {
  const said = new Map<string, string[]>();
  for (const [key, text] of source.texts) {
    const dot = key.indexOf('.');
    const name = key.slice(dot + 1);
    said.set(name, [...(said.get(name) ?? []), `${key.slice(0, dot)}.json: ${text}`]);
  }
  const words: JsonSchema = { $ref: wordsId };
  const properties = [...said]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, lines]) => [name, { description: lines.join('\n\n'), allOf: [words] }] as const);
  return {
    $id: textsId,
    title: 'Texts',
    description: `Texts of one language: entry → words. Each entry says what it is in the source language (${source.languages[0] ?? ''}).`,
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: words,
  };
}

/** Snippets of whole landings and of the shortest variant. */
export function buildLandingSnippets(source: GeneratorInput): readonly Snippet[] {
  const layouts = source.layouts.filter(({ schema }) => schema.kinds?.includes('landing'));
  const head = { $schema: '../../schemas/generated/editor/landing.schema.json', version: 4, slug: '${1:name}' };
  const meta = { title: '${2:landing.meta.title}', description: '${3:landing.meta.description}' };
  const fragments = source.documents.filter((id) => id.startsWith('fragments/'));
  const use = (name: string): readonly object[] =>
    fragments.includes(`fragments/${name}`) ? [{ id: name, fragment: `fragments/${name}` }] : [];
  const examples = source.blocks
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap(({ name, examples: [example] }) => (example === undefined ? [] : [{ name, block: example.block }]));
  const whole = layouts.flatMap((layout) =>
    examples
      .filter(({ block }) => block['area'] === undefined)
      .map(({ name, block }) => ({
        label: `Landing: ${layout.name} with ${name}`,
        description: `A whole landing. ${layout.schema.description ?? ''}`,
        body: { ...head, layout: layout.name, meta, blocks: [...use('header'), block, ...use('footer')] },
      })),
  );
  const variant = {
    label: 'Variant of a landing',
    description: 'A variant: a landing that states its changes on its base.',
    body: { ...head, extends: '${2:landings/default}', changes: [{ op: 'set', block: '$3', props: {} }] },
  };
  return [variant, ...whole];
}

/**
 * Names that code defines are complete, so others are mistakes. States and steps are defined in the document itself, which may have changed
 * since: they are proposed, and `check` validates them.
 */
function journeyNames(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const vocabularies = source.journeys.map(({ vocabulary }) => vocabulary);
  const useCases = Object.assign({}, ...vocabularies.map((vocabulary) => vocabulary.useCases)) as OutcomesByUseCase;
  const conditions = vocabularies.flatMap((vocabulary) => Object.entries(vocabulary.conditions ?? {}));
  const rows = vocabularies.flatMap(({ machines = {} }) => Object.entries(machines));
  const events = source.events.map(({ name }) => name);
  const forms = [...source.forms.keys(), ...source.stepForms].toSorted();
  const fields = buildProposals(listStepFields(source));
  const outcomes = Object.entries(useCases).flatMap(([useCase, results]) =>
    Object.keys(results).map((result) => `${useCase}.${result}`),
  );
  const states = [...source.states, ...rows.flatMap(([, machine]) => machine.states)];
  const happenings = [...rows.flatMap(([, machine]) => Object.keys(machine.events)), ...outcomes];
  const times = vocabularies.flatMap((vocabulary) => vocabulary.times ?? []);
  const pages = listShownDocuments(source);
  const key: JsonSchema = { $ref: '/schemas/text.schema.json#/$defs/key' };
  const changed: Readonly<Record<string, SchemaProperties>> = {
    machine: { initial: buildProposals(states), whenUnknown: buildProposals(states) },
    state: { for: buildProposals(times) },
    transition: { from: { items: buildProposals(states) }, on: buildProposals(happenings), to: buildProposals(states) },
    step: { form: buildProposals(forms) },
    form: { useCase: buildProposals(Object.keys(useCases)), fields: { items: fields }, optional: { items: fields } },
    refusal: { message: key, event: buildProposals(events) },
    effect: { sentence: key, event: buildProposals(events) },
    conditionalEvent: { event: buildProposals(events) },
    open: { form: buildProposals(forms) },
    when: Object.fromEntries(
      conditions.map(([name, { description, values }]) => [
        name,
        {
          ...(schema.$defs?.['when']?.additionalProperties as JsonSchema),
          description,
          ...buildProposals(values),
          items: buildProposals(values),
        },
      ]),
    ),
  };
  const definitions = Object.entries(changed).map(([name, more]) => {
    const definition = schema.$defs?.[name] ?? {};
    const merged = Object.entries(more).map(([property, names]) => [
      property,
      withNames(definition.properties?.[property] ?? {}, names),
    ]);
    return [name, { ...definition, properties: { ...definition.properties, ...Object.fromEntries(merged) } }];
  });
  const known = schema.properties ?? {};
  return {
    ...schema,
    properties: {
      ...known,
      forms: { ...known['forms'], properties: entries(forms, known['forms']) },
      outcomes: { ...known['outcomes'], properties: outcomeEntries(useCases, known['outcomes']) },
    },
    $defs: {
      ...schema.$defs,
      ...Object.fromEntries(definitions),
      pageId: requireNames(schema.$defs?.['pageId'], pages),
    },
  };
}

/** Names of the fields that steps of flows choose from. */
function listStepFields(source: GeneratorInput): readonly string[] {
  return source.journeys.flatMap((journey) => {
    const whole = source.forms.get(nameWholeForm(journey, source) ?? '');
    return Object.keys(whole?.schema.properties ?? {});
  });
}

type OutcomesByUseCase = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Every use case with its outcomes. */
function outcomeEntries(useCases: OutcomesByUseCase, written: JsonSchema | undefined): SchemaProperties {
  const one = written?.additionalProperties;
  if (typeof one !== 'object') return {};
  return Object.fromEntries(
    Object.entries(useCases).map(([useCase, outcomes]) => [
      useCase,
      { ...one, description: `Outcomes of ${useCase}.`, properties: entries(Object.keys(outcomes), one) },
    ]),
  );
}

/** Properties with these names, each with the schema of any property. */
function entries(names: readonly string[], { additionalProperties: one }: JsonSchema = {}): SchemaProperties {
  return typeof one === 'object' ? Object.fromEntries(names.map((name) => [name, one])) : {};
}
