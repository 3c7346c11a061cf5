import { splitBlockForm } from '#engine/shared/shown-form.ts';
import { windowState } from '#engine/shared/wall-time.ts';
import { findFormDocument } from '#engine/decide/forms.ts';
import type { ResolvedBlock, ResolvedDocument } from '#engine/documents/types.ts';

/** A page or landing, as far as it says when its forms are open. */
export type FormDocumentPlace = Pick<ResolvedDocument, 'blocks' | 'window'>;

/**
 * Whether a form is closed: wherever it stands, its block, one around it or the document is outside of its window. A form that stands
 * nowhere is open.
 *
 * @param form Id of the form document.
 * @param block Id in markup of the block that was sent; all blocks with the form where there is none of this id.
 */
export function isClosed(
  form: string,
  places: Iterable<FormDocumentPlace>,
  { block, now }: { readonly block: string | null; readonly now: number },
): boolean {
  const found = [...places].flatMap(({ blocks, window }) => blocks.flatMap((each) => blocksWith(form, each, [window])));
  const own = found.filter((each) => each.block === block);
  const shown = own.length > 0 ? own : found;
  return (
    shown.length > 0 &&
    shown.every(({ windows }) => windows.some((each) => each !== undefined && windowState(each, now) !== 'open'))
  );
}

interface ShownBlock {
  /** Id in markup. */
  readonly block: string;
  /** Its own, and those around it. */
  readonly windows: readonly ResolvedBlock['window'][];
}

function blocksWith(form: string, block: ResolvedBlock, around: ShownBlock['windows']): readonly ShownBlock[] {
  const windows = [...around, block.window];
  const shown = findFormDocument(block);
  const parts = shown === null ? null : splitBlockForm(shown);
  return [
    ...(parts?.document === form ? [{ block: parts.block, windows }] : []),
    ...block.blocks.flatMap((inner) => blocksWith(form, inner, windows)),
  ];
}
