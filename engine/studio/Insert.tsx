import { useEffect, useId, useRef, useState } from 'react';
import type { JsonObject } from '#engine/documents/json.ts';
import { findOutlineBlock, listOutlineBlocks, splitName, readValueIn } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { PageCopy } from './PageCopy.tsx';
import type { OutlineBlock, StudioBlocks } from './protocol.ts';
import { insertBlock, isEditable, type Spot } from './use-structure.ts';
import { useBlockNames, useTranslations } from './translations.ts';

/** CSS pixels of an example, which is shown as on a desktop. */
const shownSize = { width: 1440, shownWidth: 300, shownHeight: 190 } as const;

/** Dialog with the blocks that may be placed after, or inside, the selected one. */
export function Insert({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const t = useTranslations();
  const id = useId();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const dialog = useRef<HTMLDialogElement>(null);
  const [blocks, setBlocks] = useState<StudioBlocks | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    void studio.server.blocks().then(setBlocks, onClose);
  }, [studio, onClose]);
  const block = findOutlineBlock(outline, selected);
  return (
    <dialog ref={dialog} className="insert" aria-labelledby={id} onClose={onClose}>
      <div className="text-head">
        <h2 id={id}>{t('studio.insert')}</h2>
        <button type="button" className="plain" onClick={onClose}>
          {t('studio.close')}
        </button>
      </div>
      {block !== undefined && !isEditable(studio, block) ? (
        <p className="hint">{t('studio.insertHint')}</p>
      ) : (
        blocks !== null && <Examples block={block} blocks={blocks} onClose={onClose} />
      )}
    </dialog>
  );
}

interface ExamplesProps {
  /** The selected block, if any. */
  readonly block: OutlineBlock | undefined;
  readonly blocks: StudioBlocks;
  readonly onClose: () => void;
}

/** Examples with their pictures. */
function Examples({ block, blocks, onClose }: ExamplesProps) {
  const studio = useStudio();
  const t = useTranslations();
  const getBlockName = useBlockNames();
  const outline = useStudioState((state) => state.outline);
  const files = useStudioState(({ content }) => content.files);
  const locale = useStudioState((state) => state.locale);
  const [wanted, want] = useState('');
  const [place, setPlace] = useState('');
  const slots = blocks.slots[block?.type ?? ''] ?? [];
  const slot = slots.find(({ name }) => `inside ${name}` === place);
  const around = block && findAround(outline, block.id);
  const slotAround = block && blocks.slots[around?.type ?? '']?.find(({ name }) => name === readSlot(block, files));
  const types = (slot ?? slotAround)?.types;
  const isWanted = (title: string): boolean => title.toLowerCase().includes(wanted.toLowerCase());
  const found = blocks.examples
    .filter(({ type }) => types?.includes(type) ?? true)
    .map((example) => ({ example, title: `${getBlockName(example)}: ${example.name}` }))
    .filter(({ title }) => isWanted(title));
  const shared = (types === undefined ? blocks.fragments : [])
    .map((fragment) => ({ ...fragment, title: `${t('studio.fragment')}: ${getBlockName(fragment)}` }))
    .filter(({ title, document }) => isWanted(`${title} ${document}`));
  const spot: Spot =
    block === undefined
      ? { side: 'end' }
      : slot === undefined
        ? { side: 'after', block }
        : { side: 'inside', block, slot: slot.name };
  const insert = (inserted: JsonObject): void => {
    insertBlock(studio, spot, inserted, blocks);
    onClose();
  };
  return (
    <>
      <div className="insert-choices">
        <label>
          <span className="unseen">{t('studio.insertSearch')}</span>
          <input
            type="search"
            placeholder={t('studio.insertSearch')}
            value={wanted}
            onChange={({ target }) => want(target.value)}
          />
        </label>
        {block !== undefined && slots.length > 0 && (
          <select aria-label={t('studio.insertWhere')} value={place} onChange={({ target }) => setPlace(target.value)}>
            <option value="">{t('studio.insertAfter', { name: getBlockName(block) })}</option>
            {slots.map(({ name, max }) => (
              <option
                key={name}
                value={`inside ${name}`}
                disabled={max !== undefined && countIn(block, name, files) >= max}
              >
                {t(name === '' ? 'studio.insertInside' : 'studio.insertSlot', {
                  name: getBlockName(block),
                  slot: splitName(name),
                })}
              </option>
            ))}
          </select>
        )}
      </div>
      <ul>
        {found.map(({ example, title }) => (
          <li key={title}>
            <PageCopy
              of={{
                document: studio.start.document,
                isPublished: false,
                example: `${example.type}: ${example.name}`,
              }}
              locale={locale}
              title={title}
              {...shownSize}
              onLoad={nothing}
            />
            <button type="button" onClick={() => insert(example.block)}>
              <b>{getBlockName(example)}</b> <span lang="en">{example.name}</span>
            </button>
          </li>
        ))}
        {shared.map(({ document, title }) => (
          <li key={document}>
            <PageCopy
              of={{ document: studio.start.document, isPublished: false, example: document }}
              locale={locale}
              title={title}
              {...shownSize}
              onLoad={nothing}
            />
            <button type="button" onClick={() => insert({ id: document.split('/').at(-1), fragment: document })}>
              <b>{title}</b> <span lang="en">{document}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length + shared.length === 0 && <p className="hint">{t('studio.insertNone')}</p>}
    </>
  );
}

const nothing = (): void => undefined;

/** The parent of a block. */
function findAround(outline: readonly OutlineBlock[], id: string): OutlineBlock | undefined {
  return listOutlineBlocks(outline).find(({ block }) => block.blocks.some((inner) => inner.id === id))?.block;
}

const readSlot = (block: OutlineBlock, files: Readonly<Record<string, string>>): string => {
  const value = readValueIn(files, { file: block.place.file, path: [...block.place.path, 'slot'] });
  return typeof value === 'string' ? value : '';
};

const countIn = (block: OutlineBlock, slot: string, files: Readonly<Record<string, string>>): number =>
  block.blocks.filter((inner) => readSlot(inner, files) === slot).length;
