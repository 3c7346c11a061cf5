import type { ResolvedBlock } from '#engine/documents/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infoByType: Readonly<Record<string, BlockInfo | undefined>> = blockInfo;

/** A block with several forms shows the one of its step or its purpose. */
const formOfStep: ReadonlyMap<unknown, FormName> = new Map([
  ['whole', 'registration'],
  ['step-1', 'registration-step-1'],
  ['step-2', 'registration-step-2'],
  ['membership', 'membership-interest'],
  ['lobby', 'lobby'],
]);

/** Forms that blocks and the blocks inside them show. */
export function formsOf(blocks: readonly ResolvedBlock[]): FormName[] {
  return blocks.flatMap((block) => [...formsOfBlock(block), ...formsOf(block.blocks)]);
}

/** Forms that a block shows itself. */
export function formsOfBlock({ type, props }: ResolvedBlock): readonly FormName[] {
  const stepForm = formOfStep.get(props['step'] ?? props['purpose']);
  return stepForm === undefined ? (infoByType[type]?.forms ?? []) : [stepForm];
}
