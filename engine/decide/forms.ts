import type { ResolvedBlock } from '#engine/documents/types.ts';
import { formBy } from '#schemas/generated/block-forms.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;

/** What decides in a block with several forms which one it shows. */
const formByType: Readonly<
  Record<string, { readonly property: string; readonly forms: Readonly<Record<string, FormName>> } | undefined>
> = formBy;

/** Forms that blocks and the blocks inside them show. */
export function formsOf(blocks: readonly ResolvedBlock[]): FormName[] {
  return blocks.flatMap((block) => [...formsOfBlock(block), ...formsOf(block.blocks)]);
}

/** Forms that a block shows itself. */
export function formsOfBlock({ type, props }: ResolvedBlock): readonly FormName[] {
  const by = formByType[type];
  const shown = by?.forms[String(props[by.property])];
  return shown === undefined ? (infoByType[type]?.forms ?? []) : [shown];
}
