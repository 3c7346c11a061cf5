import { useEffect, useState } from 'react';
import { findBlock, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import type { StudioBlocks } from './protocol.ts';
import { insertAfter, isEditable } from './use-structure.ts';
import { useWords } from './words.ts';

/** Blocks of the site with their examples; the chosen one is placed after the selected block. */
export function Insert({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const words = useWords();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const [blocks, setBlocks] = useState<StudioBlocks | null>(null);
  const [wanted, want] = useState('');
  useEffect(() => {
    void studio.server.blocks().then(setBlocks, onClose);
  }, [studio, onClose]);
  const after = findBlock(outline, selected);
  if (after === undefined || !isEditable(studio, after)) return <p className="hint">{words('studio.insertHint')}</p>;
  const named = (blocks?.examples ?? []).map((example) => ({
    example,
    name: `${splitName(example.type)}: ${example.name}`,
  }));
  const found = named.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <div className="insert">
      <label>
        <span className="unseen">{words('studio.insertSearch')}</span>
        <input
          type="search"
          placeholder={words('studio.insertSearch')}
          value={wanted}
          onChange={({ target }) => want(target.value)}
        />
      </label>
      <ul>
        {found.map(({ example, name }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                if (blocks !== null) insertAfter(studio, after, example, blocks);
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
