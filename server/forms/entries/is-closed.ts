import { splitBlockForm } from '#engine/shared/shown-form.ts';
import { computeWindowState } from '#engine/shared/wall-time.ts';
import { findFormDocument } from '#engine/decide/forms.ts';
import type { ResolvedBlock, ResolvedDocument } from '#engine/documents/types.ts';

/** A page or landing with the windows that open and close its forms. */
export type FormDocumentPlace = Pick<ResolvedDocument, 'blocks' | 'window'>;

/**
 * Whether a form is closed: every block that shows it, or an enclosing block or document, is outside its window. A form that no block
 * shows is open.
 *
 * @param form id of the form document
 * @param block markup id of the block that was sent; unknown ids stand for all blocks with the form
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
    shown.every(({ windows }) => windows.some((each) => each !== undefined && computeWindowState(each, now) !== 'open'))
  );
}

interface ShownBlock {
  /** Markup id. */
  readonly block: string;
  /** Its own window and those of enclosing blocks. */
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
