import { buildCodeTextKey, linkTexts } from '#engine/shared/engine-texts.ts';
import { splitBlockForm } from '#engine/shared/shown-form.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import { findFormDocument } from '#engine/decide/forms.ts';
import { FULL_FACET } from '#engine/documents/forms/full-facet.ts';
import type { Facets, ResolvedBlock } from '#engine/documents/types.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import { bindCodeText, bindText, type TextContext } from './bind.ts';
import type { FormState } from './types.ts';

interface LabelContext extends TextContext {
  readonly facets: Facets;
}

/** Labels of links to the forms of a page that cannot be sent, in place of their own, by address. */
export function findLinkLabels(
  blocks: readonly ResolvedBlock[],
  context: LabelContext,
  state?: Pick<FormState, 'form' | 'phase'>,
): ReadonlyMap<string, LocalizedText> {
  const find = (block: ResolvedBlock): readonly (readonly [string, LocalizedText])[] => {
    const label = chooseLabel(block, context, state);
    return [...(label === null ? [] : [[`#${toHtmlId(block.id)}`, label] as const]), ...block.blocks.flatMap(find)];
  };
  return new Map(blocks.flatMap(find));
}

function chooseLabel(
  block: ResolvedBlock,
  context: LabelContext,
  state: Pick<FormState, 'form' | 'phase'> | undefined,
): LocalizedText | null {
  const form = findFormDocument(block);
  if (form === null) return null;
  const { site, facets } = context;
  const bindOwn = (name: keyof typeof linkTexts): LocalizedText =>
    bindCodeText(buildCodeTextKey('link', name), linkTexts[name], context);
  const window = facets[`window:${block.id}`];
  if (window === 'before' || window === 'after') return bindOwn(window);
  const { document } = splitBlockForm(form);
  // A preview shows the form as if it were full.
  const isFull = facets[FULL_FACET + document] === 'yes' || (state?.form === form && state.phase === 'full');
  if (!isFull) return null;
  const link = site.forms.get(document)?.places?.link;
  return link === undefined ? bindOwn('full') : bindText(link, context);
}
