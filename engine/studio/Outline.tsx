import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { findOutlineBlock, selectFindings, listOutlineBlocks, type ListedBlock } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { editFirstText } from './edit-in-place.ts';
import { Insert } from './Insert.tsx';
import { focusProperties } from './shortcuts.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { type BlockAction, editBlock, isEditable, isHiddenBlock, moveBeside } from './use-structure.ts';
import { type Difference, type EditedVariant, listDifferences, listRemoved, restoreBlock } from './variant.ts';
import { useVariant } from './use-variant.ts';
import { useBlockNames, useTranslations } from './translations.ts';

/** The blocks of the page in order. Arrow keys navigate, Enter opens the properties. */
export function Outline() {
  const studio = useStudio();
  const { store } = studio;
  const t = useTranslations();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const blocks = listOutlineBlocks(outline);
  const [isOpen, open] = useState(false);
  const close = useCallback(() => open(false), []);
  const tree = useRef<HTMLUListElement>(null);
  const variant = useVariant();
  const differences = useMemo(
    () => (variant === null ? new Map<string, Difference>() : listDifferences(variant, outline)),
    [variant, outline],
  );
  const current = blocks.findIndex(({ block }) => block.id === selected);

  useEffect(() => {
    const item = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    item?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The element with the focus may be gone with its block, or with the dialog that inserted one.
    const { activeElement } = document;
    if (activeElement === document.body || tree.current?.contains(activeElement) === true) item?.focus();
  }, [selected, current]);

  const items = (): readonly HTMLElement[] => [...(tree.current?.querySelectorAll<HTMLElement>('li') ?? [])];
  const select = (index: number): void => {
    const found = blocks[index];
    if (found === undefined) return;
    store.setState({ selected: found.block.id });
    items()[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const block = blocks[current]?.block;
    const pressed = toBlockAction(event);
    const { content } = store.getState();
    const action = pressed === 'hide' && block !== undefined && isHiddenBlock(block, content.files) ? 'show' : pressed;
    if (block !== undefined && action !== null) {
      event.preventDefault();
      return editBlock(studio, block, action);
    }
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: blocks.length - 1,
    };
    const { [event.key]: next } = moves;
    if (next !== undefined) select(next);
    else if (event.key !== 'Enter') return;
    // A block without visible texts has properties only.
    else if (event.shiftKey || block === undefined || !editFirstText(studio, block)) focusProperties();
    event.preventDefault();
  };
  return (
    <nav className="outline" aria-label={t('studio.outline')}>
      <div className="text-head">
        <h2>{t('studio.outline')}</h2>
        <button type="button" className="plain" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {t(isOpen ? 'studio.close' : 'studio.insert')}
        </button>
      </div>
      {isOpen && <Insert onClose={close} />}
      <ul
        role="tree"
        ref={tree}
        aria-label={t('studio.outline')}
        onKeyDown={onKeyDown}
        onClick={({ target }) => select(items().findIndex((item) => target instanceof Node && item.contains(target)))}
      >
        {blocks.map((each, index) => (
          <OutlineItem
            key={each.block.id}
            {...each}
            isSelected={index === current}
            isStop={index === Math.max(current, 0)}
            difference={differences.get(each.block.id)}
          />
        ))}
      </ul>
      <Removed variant={variant} />
      <p className="hint">{t('studio.outlineHint')}</p>
      <Shortcuts />
    </nav>
  );
}

/** Alt and an arrow move a block, Delete removes it, Control and D duplicates it, H hides or shows it. */
function toBlockAction({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): BlockAction | null {
  if (altKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'd' ? 'duplicate' : null;
  return key === 'Delete' ? 'remove' : key.toLowerCase() === 'h' ? 'hide' : null;
}

/** Blocks of the base that a variant has removed. */
function Removed({ variant }: { readonly variant: EditedVariant | null }) {
  const studio = useStudio();
  const t = useTranslations();
  const id = useId();
  const getBlockName = useBlockNames();
  const removed = variant === null ? [] : listRemoved(variant);
  if (removed.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('studio.removed')}</h3>
      <ul>
        {removed.map((block) => (
          <li key={String(block['id'])}>
            <button type="button" className="plain" onClick={() => restoreBlock(studio, String(block['id']))}>
              {t('studio.restore', {
                name: getBlockName({ type: String(block['type'] ?? ''), id: String(block['id']) }),
              })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Drag data type, so that only blocks of a studio can be dropped. */
const DRAGGED = 'application/x-studio-block';

interface OutlineItemProps extends ListedBlock {
  readonly isSelected: boolean;
  /** Whether it is in the tab order. */
  readonly isStop: boolean;
  /** Difference from the base of a variant. */
  readonly difference: Difference | undefined;
}

function OutlineItem({ block, level, isSelected, isStop, difference }: OutlineItemProps) {
  const studio = useStudio();
  const { store } = studio;
  const t = useTranslations();
  const getBlockName = useBlockNames();
  const [side, setSide] = useState<'before' | 'after' | null>(null);
  const isMovable = isEditable(studio, block);
  const drop = (event: DragEvent): void => {
    const { outline } = store.getState();
    const moving = findOutlineBlock(outline, event.dataTransfer.getData(DRAGGED));
    setSide(null);
    if (moving === undefined || side === null) return;
    event.preventDefault();
    moveBeside(studio, moving, { block, side });
  };
  const isHidden = useStudioState(({ content }) => isHiddenBlock(block, content.files));
  const count = useStudioState((state) => selectFindings(state, block).length);
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      draggable={isMovable}
      data-drop={side ?? undefined}
      data-hidden={isHidden || undefined}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, block.id);
        dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!isMovable || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        setSide(event.clientY < top + height / 2 ? 'before' : 'after');
      }}
      onDragLeave={() => setSide(null)}
      onDrop={drop}
      onMouseEnter={() => store.setState({ hovered: block.id })}
      onMouseLeave={() => store.setState({ hovered: null })}
    >
      <span>{getBlockName(block)}</span>
      {block.fragment !== undefined && <small className="count">{t('studio.mark.shared')}</small>}
      {isHidden && <small className="count">{t('studio.mark.hidden')}</small>}
      {difference !== undefined && <small className="count">{t(`studio.mark.${difference}`)}</small>}
      {count > 0 && <small className="count">{t('studio.findings', { count })}</small>}
    </li>
  );
}
