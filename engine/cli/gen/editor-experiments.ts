import { experimentKey } from '#engine/documents/build-experiments.ts';
import { enumeration } from './compose.ts';
import { landingsIn, linkableIn, shownIn } from './editor-documents.ts';
import { proposed, strict, withProperties } from './editor-proposals.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';

/** `$id`s of schemas that only editors use: documents that experiments can test, and whole landings, which can be a variation of any document. */
const testedId = '/schemas/tested-documents.schema.json';
const wholeId = '/schemas/whole-landings.schema.json';

/** Schemas that only experiments refer to. */
export function experimentSchemas(source: GeneratorInput): readonly (readonly [string, JsonSchema])[] {
  const variants = new Set(source.bases.flatMap(({ id, bases }) => (bases.length > 0 ? [id] : [])));
  const whole = enumeration(landingsIn(source).filter((id) => !variants.has(id)));
  return [
    [testedId, { $id: testedId, title: 'TestedDocuments', ...enumeration(shownIn(source)) }],
    [wholeId, { $id: wholeId, title: 'WholeLandings', ...whole }],
  ];
}

/** The schema of experiments with existing names. */
export function experimentNames(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const tested = shownIn(source);
  const linkable = linkableIn(source).filter((id) => id.startsWith('landings/'));
  const conversions = source.events.flatMap(({ name, schema: { reaches = [] } }) =>
    reaches.includes('experiments') ? [name] : [],
  );
  const blocks = source.bases.flatMap((base) => base.blocks.map(({ id }) => String(id)));
  const { goalMetric, guardrails, feature, exposeOn, document } = schema.properties ?? {};
  const experiments = source.documents.flatMap((id) => (id.startsWith('experiments/') ? [experimentKey(id)] : []));
  const { variation, page, pageVariation, prerequisite } = schema.$defs ?? {};
  const features = tested.map((id) => `page.${id}`);
  const whole = withProperties(schema, {
    document: strict(document, tested),
    goalMetric: strict(goalMetric, conversions),
    guardrails: { ...guardrails, items: strict(guardrails?.items, conversions) },
    feature: proposed(feature, features),
    exposeOn: proposed(exposeOn, blocks),
  });
  return {
    ...withOwnVariants(whole, source),
    $defs: {
      ...schema.$defs,
      variation: withProperties(variation, {
        variant: named(variation, 'variant'),
        redirect: strict(variation?.properties?.['redirect'], linkable),
      }),
      pageVariation: withProperties(pageVariation, { variant: named(pageVariation, 'variant') }),
      page: withOwnVariants(withProperties(page, { document: strict(page?.properties?.['document'], tested) }), source),
      prerequisite: withProperties(prerequisite, {
        experiment: strict(prerequisite?.properties?.['experiment'], experiments),
      }),
    },
  };
}

/** A property with its description, whose names the caller defines. */
function named(schema: JsonSchema | undefined, property: string): JsonSchema {
  const { type: _type, ...described } = schema?.properties?.[property] ?? {};
  return described;
}

const variations = (variant: JsonSchema): JsonSchema => ({
  properties: { variations: { items: { properties: { variant } } } },
});

const requireDocument = (documents: readonly string[]): JsonSchema => ({
  properties: { document: { enum: documents } },
});

/** Variations of a document are whole landings and its own variants; any landing until the document is named. */
function withOwnVariants(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const own = new Map<string, string[]>();
  for (const { id, bases } of source.bases)
    for (const document of bases.length === 0 ? [] : [id, ...bases])
      own.set(document, [...(own.get(document) ?? []), id]);
  const $ref = wholeId;
  const ofDocument = [...own].map(([document, variants]) => ({
    if: requireDocument([document]),
    then: variations({ anyOf: [{ enum: variants }, { $ref }] }),
  }));
  const ofOthers = { if: requireDocument([...own.keys()]), then: {}, else: variations({ $ref }) };
  const known: JsonSchema = {
    if: { required: ['document'], properties: { document: { $ref: testedId } } },
    then: { allOf: own.size === 0 ? [ofOthers.else] : [...ofDocument, ofOthers] },
    else: variations(enumeration(landingsIn(source))),
  };
  return landingsIn(source).length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), known] };
}
