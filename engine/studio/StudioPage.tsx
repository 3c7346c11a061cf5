import { useEffect } from 'react';
import { Bar } from './Bar.tsx';
import { ConflictNote } from './ConflictNote.tsx';
import { useStudio, useStudioState } from './context.ts';
import { Frame } from './Frame.tsx';
import { onShortcut } from './shortcuts.ts';
import { Outline } from './Outline.tsx';
import { Sheet } from './Sheet.tsx';
import { BlockProperties } from './BlockProperties.tsx';
import { TextsPanel } from './TextsPanel.tsx';

/** The outline, the page and the properties of the selected block. */
export function StudioPage() {
  const studio = useStudio();
  const isSheet = useStudioState((state) => state.isSheet);
  const isTexts = useStudioState(({ texts }) => texts !== null);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onShortcut(event, studio);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [studio]);
  return (
    <div className="studio">
      <Bar />
      <ConflictNote />
      {isSheet ? (
        <Sheet />
      ) : (
        <div className="desk">
          <Outline />
          <Frame />
          <BlockProperties />
          {isTexts && <TextsPanel />}
        </div>
      )}
    </div>
  );
}
