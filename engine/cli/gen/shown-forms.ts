import { UserError } from '#engine/shared/errors.ts';
import type { JsonSchema } from './schema.ts';

/**
 * Adds to blocks with `formBy` the forms that name them in `shownBy`, so that a form of the same shape can be added in its own file.
 *
 * @throws when a form names a block without `formBy`, or a value that another form has
 */
export function withShownForms<Block extends { readonly name: string; readonly schema: JsonSchema }>(
  blocks: readonly Block[],
  forms: ReadonlyMap<string, Pick<ShownForm, 'file' | 'schema'>>,
): readonly Block[] {
  const shown = [...forms].flatMap(([form, { file, schema }]) =>
    Object.entries(schema.shownBy ?? {}).map(([block, value]) => ({ block, value, form, file, schema })),
  );
  const choosing = blocks.filter(({ schema }) => schema.formBy !== undefined).map(({ name }) => name);
  for (const { block, file } of shown)
    if (!choosing.includes(block))
      throw new UserError(
        `${file}: "shownBy" names the block "${block}", which has no "formBy". Blocks that have it: ${choosing.join(', ') || 'none'}.`,
      );
  return blocks.map((block) => {
    const own = shown.filter((each) => each.block === block.name);
    return own.length === 0 ? block : { ...block, schema: own.reduce(withForm, block.schema) };
  });
}

interface ShownForm {
  readonly value: string;
  readonly form: string;
  readonly file: string;
  readonly schema: JsonSchema;
}

function withForm(block: JsonSchema, { value, form, file, schema }: ShownForm): JsonSchema {
  const { property = '', forms = {} } = block.formBy ?? {};
  if (Object.hasOwn(forms, value))
    throw new UserError(
      `${file}: "shownBy" says "${value}", which is the form "${forms[value]}". Choose another value.`,
    );
  const chosen = block.properties?.[property] ?? {};
  return {
    ...block,
    forms: [...(block.forms ?? []), form],
    formBy: { property, forms: { ...forms, [value]: form } },
    properties: {
      ...block.properties,
      [property]: {
        ...chosen,
        description: `${chosen.description ?? ''} \`${value}\`: ${schema.description ?? form}`.trim(),
        enum: [...(chosen.enum ?? []), value],
      },
    },
  };
}
