import { getExperimentKey } from '#engine/documents/build-experiments.ts';
import { buildEnumSchema } from './compose.ts';
import { listLandings, listLinkableDocuments, listShownDocuments } from './editor-documents.ts';
import { proposeNames, requireNames, withProperties } from './editor-proposals.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';

/** `$id`s of schemas that only editors use: documents that experiments can test, and whole landings, which can be a variation of any document. */
const testedId = '/schemas/tested-documents.schema.json';
const wholeId = '/schemas/whole-landings.schema.json';

/** Schemas that only experiments refer to. */
export function buildExperimentSchemas(source: GeneratorInput): readonly (readonly [string, JsonSchema])[] {
  const variants = new Set(source.bases.flatMap(({ id, bases }) => (bases.length > 0 ? [id] : [])));
  const whole = buildEnumSchema(listLandings(source).filter((id) => !variants.has(id)));
  return [
    [testedId, { $id: testedId, title: 'TestedDocuments', ...buildEnumSchema(listShownDocuments(source)) }],
    [wholeId, { $id: wholeId, title: 'WholeLandings', ...whole }],
  ];
}

/** The schema of experiments with existing names. */
export function nameExperiments(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const tested = listShownDocuments(source);
  const linkable = listLinkableDocuments(source).filter((id) => id.startsWith('landings/'));
  const conversions = source.events.flatMap(({ name, schema: { reaches = [] } }) =>
    reaches.includes('experiments') ? [name] : [],
  );
  const blocks = source.bases.flatMap((base) => base.blocks.map(({ id }) => String(id)));
  const { goalMetric, guardrails, feature, exposeOn, document } = schema.properties ?? {};
  const experiments = source.documents.flatMap((id) => (id.startsWith('experiments/') ? [getExperimentKey(id)] : []));
  const { variation, page, pageVariation, prerequisite } = schema.$defs ?? {};
  const features = tested.map((id) => `page.${id}`);
  const whole = withProperties(schema, {
    document: requireNames(document, tested),
    goalMetric: requireNames(goalMetric, conversions),
    guardrails: { ...guardrails, items: requireNames(guardrails?.items, conversions) },
    feature: proposeNames(feature, features),
    exposeOn: proposeNames(exposeOn, blocks),
  });
  return {
    ...withOwnVariants(whole, source),
    $defs: {
      ...schema.$defs,
      variation: withProperties(variation, {
        variant: named(variation, 'variant'),
        redirect: requireNames(variation?.properties?.['redirect'], linkable),
      }),
      pageVariation: withProperties(pageVariation, { variant: named(pageVariation, 'variant') }),
      page: withOwnVariants(
        withProperties(page, { document: requireNames(page?.properties?.['document'], tested) }),
        source,
      ),
      prerequisite: withProperties(prerequisite, {
        experiment: requireNames(prerequisite?.properties?.['experiment'], experiments),
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
    else: variations(buildEnumSchema(listLandings(source))),
  };
  return listLandings(source).length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), known] };
}
