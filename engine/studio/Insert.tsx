import { useEffect, useState } from 'react';
import { findOutlineBlock, listOutlineBlocks, splitName, readValueIn } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import type { OutlineBlock, StudioBlocks } from './protocol.ts';
import { insertBlock, isEditable, type Spot } from './use-structure.ts';
import { useTranslations } from './translations.ts';

/** Blocks of the site with their examples; the chosen one is placed after the selected block. */
export function Insert({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const t = useTranslations();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const files = useStudioState(({ content }) => content.files);
  const [blocks, setBlocks] = useState<StudioBlocks | null>(null);
  const [wanted, want] = useState('');
  useEffect(() => {
    void studio.server.blocks().then(setBlocks, onClose);
  }, [studio, onClose]);
  const [place, setPlace] = useState('');
  const block = findOutlineBlock(outline, selected);
  if (block === undefined || !isEditable(studio, block)) return <p className="hint">{t('studio.insertHint')}</p>;
  const slots = blocks?.slots[block.type] ?? [];
  const slot = slots.find(({ name }) => `inside ${name}` === place);
  const around = findAround(outline, block.id);
  const slotAround = blocks?.slots[around?.type ?? '']?.find(({ name }) => name === readSlot(block, files));
  const named = (blocks?.examples ?? [])
    .filter(({ type }) => (slot ?? slotAround)?.types.includes(type) ?? true)
    .map((example) => ({ example, name: `${splitName(example.type)}: ${example.name}` }));
  const found = named.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const spot: Spot = slot === undefined ? { side: 'after', block } : { side: 'inside', block, slot: slot.name };
  return (
    <div className="insert">
      <label>
        <span className="unseen">{t('studio.insertSearch')}</span>
        <input
          type="search"
          placeholder={t('studio.insertSearch')}
          value={wanted}
          onChange={({ target }) => want(target.value)}
        />
      </label>
      {slots.length > 0 && (
        <select aria-label={t('studio.insertWhere')} value={place} onChange={({ target }) => setPlace(target.value)}>
          <option value="">{t('studio.insertAfter', { name: splitName(block.type) })}</option>
          {slots.map(({ name, max }) => (
            <option
              key={name}
              value={`inside ${name}`}
              disabled={max !== undefined && countIn(block, name, files) >= max}
            >
              {t(name === '' ? 'studio.insertInside' : 'studio.insertSlot', {
                name: splitName(block.type),
                slot: splitName(name),
              })}
            </option>
          ))}
        </select>
      )}
      <ul>
        {found.map(({ example, name }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                if (blocks !== null) insertBlock(studio, spot, example, blocks);
                onClose();
              }}
            >
              <b>{splitName(example.type)}</b> <span lang="en">{example.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

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
