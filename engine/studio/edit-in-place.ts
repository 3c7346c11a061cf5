import { toHtmlId } from '#engine/shared/to-html-id.ts';
import { findOutlineBlock, listOutlineBlocks } from './blocks.ts';
import type { Studio } from './context.ts';
import type { OutlineBlock } from './protocol.ts';
import { findShownTexts } from './shown-texts.ts';
import type { StudioState } from './store.ts';
import { listBlockTexts, listTextForms, readTextForm, readTextVersions } from './texts.ts';
import type { TextForm } from './edited-text.ts';

interface ShownText {
  readonly block: OutlineBlock;
  readonly form: TextForm;
  readonly element: HTMLElement;
}

type InPlace = Pick<Studio, 'store' | 'page'>;

/** The block that contains an element of the page. */
export function findBlockAt({ outline }: Pick<StudioState, 'outline'>, element: Element | null): OutlineBlock | null {
  const known = new Map(listOutlineBlocks(outline).map(({ block }) => [toHtmlId(block.id), block]));
  let around = element?.closest('[id]') ?? null;
  while (around !== null && !known.has(around.id)) around = around.parentElement?.closest('[id]') ?? null;
  return known.get(around?.id ?? '') ?? null;
}

/** Visible, editable texts of a block. */
function listShownTexts({ store, page }: InPlace, block: OutlineBlock): readonly ShownText[] {
  const state = store.getState();
  const root = page.document?.getElementById(toHtmlId(block.id)) ?? null;
  if (root === null) return [];
  const inner = new Set(listOutlineBlocks(state.outline).map((each) => toHtmlId(each.block.id)));
  inner.delete(root.id);
  const texts = listBlockTexts(state, block)
    .filter(({ place }) => readTextVersions(state, place).isEditable)
    .flatMap(({ place }) => listTextForms(state, place, state.locale))
    .map((form) => ({ form, source: withClaims(state, readTextForm(state, form)) }));
  return findShownTexts(root, texts, ({ id }) => inner.has(id)).flatMap(({ text: { form }, element }) =>
    // The edited text is hidden below its field.
    element === state.edited?.element || element.checkVisibility({ visibilityProperty: true })
      ? [{ block, form, element }]
      : [],
  );
}

function withClaims({ opened, locale }: StudioState, source: string): string {
  return opened.claims.reduce(
    (text, { name, shown }) => text.replaceAll(`{claims.${name}}`, shown[locale] ?? `{claims.${name}}`),
    source,
  );
}

/** Starts editing the clicked text; `false` without one. */
export function editClickedText(studio: InPlace, block: OutlineBlock, clicked: Element): boolean {
  const found = listShownTexts(studio, block).find(({ element }) => element.contains(clicked));
  if (found !== undefined) begin(studio, found);
  return found !== undefined;
}

/** Starts editing the first text of a block; `false` for a block without visible texts. */
export function editFirstText(studio: InPlace, block: OutlineBlock): boolean {
  const [first] = listShownTexts(studio, block);
  if (first !== undefined) begin(studio, first);
  return first !== undefined;
}

/** Continues with the next or previous text of the page. */
export function editNextText(studio: InPlace, direction: 1 | -1): void {
  const { edited, outline, selected } = studio.store.getState();
  const block = findOutlineBlock(outline, selected);
  if (edited === null || block === undefined) return;
  const own = listShownTexts(studio, block);
  const at = own.findIndex(({ element }) => element === edited.element);
  const beside = own[at + direction];
  if (at >= 0 && beside !== undefined) return begin(studio, beside);
  const blocks = listOutlineBlocks(outline).map((each) => each.block);
  const from = blocks.findIndex(({ id }) => id === block.id);
  const others = direction > 0 ? blocks.slice(from + 1) : blocks.slice(0, from).toReversed();
  for (const other of others) {
    const next = listShownTexts(studio, other).at(direction > 0 ? 0 : -1);
    if (next !== undefined) return begin(studio, next);
  }
}

function begin({ store }: InPlace, { block, form, element }: ShownText): void {
  const view = element.ownerDocument.defaultView;
  const { top, bottom } = element.getBoundingClientRect();
  // Leaves space for messages below the text.
  if (view !== null && (top < 0 || bottom > view.innerHeight * 0.75)) element.scrollIntoView({ block: 'center' });
  store.setState({ selected: block.id, edited: { form, element, subject: `in place ${Date.now()}` } });
}

/** Ends editing and keeps the text. */
export function endEditing({ store }: Pick<Studio, 'store'>): void {
  if (store.getState().edited !== null) store.setState({ edited: null });
}

/** Ends editing and restores the text. */
export function cancelEditing(studio: Pick<Studio, 'store'>): void {
  const { store } = studio;
  const { edited } = store.getState();
  const isTyped = (): boolean => edited !== null && store.getState().history.past.at(-1)?.subject === edited.subject;
  while (isTyped()) store.undo();
  endEditing(studio);
}
