import { experimentKey } from '#engine/documents/build-experiments.ts';
import { enumeration } from './compose.ts';
import type { JsonSchema, Snippet } from './schema.ts';
import type { Source } from './source.ts';

type Properties = Readonly<Record<string, JsonSchema>>;
type Change = (schema: JsonSchema) => JsonSchema;

/** `$id` of the schema of files below `locales/`, which exists for editors alone. */
export const textsId = '/schemas/texts.schema.json';

/** The schemas of experiments, journeys and the brand with the names that exist right now, by `$id`. */
export function namesBesidePages(source: Source): Readonly<Record<string, Change>> {
  return {
    '/schemas/experiment.schema.json': (schema) => experimentNames(schema, source),
    '/schemas/journey.schema.json': (schema) => journeyNames(schema, source),
    '/schemas/brand.schema.json': (schema) => {
      const names = {
        file: strict(schema.$defs?.['file'], source.brandFiles),
        colour: proposed(schema.$defs?.['colour'], source.colours),
        lineColour: proposed(schema.$defs?.['lineColour'], source.colours),
      };
      return { ...schema, $defs: { ...schema.$defs, ...names } };
    },
  };
}

/** What a file of texts may say: the entries of the source language, with its words, for translators to see. */
export function textsSchema(source: Source): JsonSchema {
  const words = new Map<string, string[]>();
  for (const [key, text] of source.texts) {
    const dot = key.indexOf('.');
    const name = key.slice(dot + 1);
    words.set(name, [...(words.get(name) ?? []), `${key.slice(0, dot)}.json: ${text}`]);
  }
  const properties = [...words]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, lines]) => [name, { description: lines.join('\n\n'), type: 'string' }] as const);
  return {
    $id: textsId,
    title: 'Texts',
    description: `Texts of one language: entry → words. Each entry says what it is in the source language (${source.languages[0] ?? ''}).`,
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: { type: 'string' },
  };
}

/** Whole landings, and the shortest variant. */
export function landingSnippets(source: Source): readonly Snippet[] {
  const layouts = source.layouts.filter(({ schema }) => schema.kinds?.includes('landing'));
  const head = { $schema: '../../schemas/generated/editor/landing.schema.json', version: 2, slug: '${1:name}' };
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
    description: 'A landing that says only what it changes on its base.',
    body: { ...head, extends: '${2:landings/default}', changes: [{ op: 'set', block: '$3', props: {} }] },
  };
  return [variant, ...whole];
}

function experimentNames(schema: JsonSchema, source: Source): JsonSchema {
  const landings = source.documents.filter((id) => id.startsWith('landings/'));
  const tested = source.documents.filter((id) => /^(?:landings|pages)\//.test(id));
  const events = source.events.map(({ name }) => name);
  const blocks = source.bases.flatMap((base) => base.blocks.map(({ id }) => String(id)));
  const { metric, guardrails, feature, exposeOn, document } = schema.properties ?? {};
  const experiments = source.documents.flatMap((id) => (id.startsWith('experiments/') ? [experimentKey(id)] : []));
  const { arm, page, pageArm, prerequisite } = schema.$defs ?? {};
  return {
    ...schema,
    properties: {
      ...schema.properties,
      document: strict(document, tested),
      metric: proposed(metric, events),
      guardrails: { ...guardrails, items: proposed(guardrails?.items, events) },
      feature: proposed(
        feature,
        tested.map((id) => `page.${id}`),
      ),
      exposeOn: proposed(exposeOn, blocks),
    },
    $defs: {
      ...schema.$defs,
      arm: withProperties(arm, {
        variant: strict(arm?.properties?.['variant'], landings),
        redirect: strict(arm?.properties?.['redirect'], landings),
      }),
      page: withProperties(page, { document: strict(page?.properties?.['document'], tested) }),
      pageArm: withProperties(pageArm, { variant: strict(pageArm?.properties?.['variant'], landings) }),
      prerequisite: withProperties(prerequisite, {
        experiment: strict(prerequisite?.properties?.['experiment'], experiments),
      }),
    },
  };
}

/**
 * Names that code gives are all there are. States and steps are named by the very document, which may have become another since: they are
 * proposed, and `check` looks at them.
 */
function journeyNames(schema: JsonSchema, source: Source): JsonSchema {
  const vocabularies = source.journeys.map(({ vocabulary }) => vocabulary);
  const useCases = Object.assign({}, ...vocabularies.map((vocabulary) => vocabulary.useCases)) as OutcomesByUseCase;
  const conditions = vocabularies.flatMap((vocabulary) => Object.entries(vocabulary.conditions ?? {}));
  const rows = vocabularies.flatMap(({ machines = {} }) => Object.entries(machines));
  const events = source.events.map(({ name }) => name);
  const forms = [...source.forms.keys()];
  const outcomes = Object.entries(useCases).flatMap(([useCase, results]) =>
    Object.keys(results).map((result) => `${useCase}.${result}`),
  );
  const states = [...source.states, ...rows.flatMap(([, machine]) => machine.states)];
  const happenings = [...rows.flatMap(([, machine]) => Object.keys(machine.events)), ...outcomes];
  const times = vocabularies.flatMap((vocabulary) => vocabulary.times ?? []);
  const pages = source.documents.filter((id) => /^(?:landings|pages)\//.test(id));
  const changed: Readonly<Record<string, Properties>> = {
    machine: { initial: proposals(states), whenUnknown: proposals(states) },
    state: { for: proposals(times) },
    transition: { from: { items: proposals(states) }, on: proposals(happenings), to: proposals(states) },
    step: { form: proposals(forms) },
    form: { useCase: proposals(Object.keys(useCases)) },
    refusal: { message: proposals(source.textKeys), event: proposals(events) },
    effect: { sentence: proposals(source.textKeys), event: proposals(events) },
    conditionalEvent: { event: proposals(events) },
    open: { form: proposals(forms) },
    when: Object.fromEntries(
      conditions.map(([name, { description, values }]) => [
        name,
        {
          ...(schema.$defs?.['when']?.additionalProperties as JsonSchema),
          description,
          ...proposals(values),
          items: proposals(values),
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
    $defs: { ...schema.$defs, ...Object.fromEntries(definitions), pageId: strict(schema.$defs?.['pageId'], pages) },
  };
}

type OutcomesByUseCase = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Every use case with its own outcomes. */
function outcomeEntries(useCases: OutcomesByUseCase, written: JsonSchema | undefined): Properties {
  const one = written?.additionalProperties;
  if (typeof one !== 'object') return {};
  return Object.fromEntries(
    Object.entries(useCases).map(([useCase, outcomes]) => [
      useCase,
      { ...one, description: `Outcomes of ${useCase}.`, properties: entries(Object.keys(outcomes), one) },
    ]),
  );
}

/** Properties of these names, each as the schema wants any property to be. */
function entries(names: readonly string[], { additionalProperties: one }: JsonSchema = {}): Properties {
  return typeof one === 'object' ? Object.fromEntries(names.map((name) => [name, one])) : {};
}

const withProperties = (schema: JsonSchema | undefined, changed: Properties): JsonSchema => ({
  ...schema,
  properties: { ...schema?.properties, ...changed },
});

/** Nothing but these names; without any name the schema as written says more. */
function strict(schema: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  const { pattern: _pattern, ...rest } = schema ?? {};
  return names.length === 0 ? (schema ?? {}) : { ...rest, ...enumeration(names) };
}

/** These names beside whatever the schema allows. */
function proposed(schema: JsonSchema | undefined, names: readonly string[]): JsonSchema {
  return withNames(schema ?? {}, proposals(names));
}

/** Editors propose every branch of `anyOf`; the empty one lets everything else pass. */
function proposals(names: readonly string[]): JsonSchema {
  return names.length === 0 ? {} : { anyOf: [{ enum: [...new Set(names)] }, {}] };
}

function withNames(schema: JsonSchema, names: JsonSchema): JsonSchema {
  const items = names.items === undefined ? schema.items : { ...schema.items, ...names.items };
  return { ...schema, ...names, ...(items !== undefined && { items }) };
}
