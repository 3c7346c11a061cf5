import { useId, useState } from 'react';
import { AllTexts } from './AllTexts.tsx';
import { findOutlineBlock, selectFindings, locateProperty, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { JsonField } from './JsonField.tsx';
import type { OutlineBlock, StudioFinding } from './protocol.ts';
import { editBlock, isEditable, isHiddenBlock } from './use-structure.ts';
import { acceptBase, compareToBase, resetBlock } from './variant.ts';
import { useVariant } from './use-variant.ts';
import { useWords } from './words.ts';

/** The form of the selected block. */
export function BlockProperties() {
  const words = useWords();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const block = findOutlineBlock(outline, selected);
  const [isTexts, showTexts] = useState(false);
  return (
    <aside className="properties" aria-label={words('studio.properties')}>
      <div className="actions">
        <button type="button" className="plain" aria-pressed={isTexts} onClick={() => showTexts(!isTexts)}>
          {words(isTexts ? 'studio.properties' : 'studio.texts')}
        </button>
      </div>
      {isTexts ? (
        <AllTexts />
      ) : block === undefined ? (
        <>
          <h2>{words('studio.nothing')}</h2>
          <p className="hint">{words('studio.nothingText')}</p>
          <AllFindings />
        </>
      ) : (
        <BlockForm key={block.id} block={block} />
      )}
    </aside>
  );
}

function BlockForm({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const words = useWords();
  const opened = useStudioState((state) => state.opened);
  const found = useStudioState(({ findings }) => findings);
  const files = useStudioState(({ content }) => content.files);
  const fields = opened.fields[block.type] ?? [];
  const isBase = opened.files.some(({ path, isOwn }) => path === block.place.file && !isOwn);
  return (
    <>
      <p className="eyebrow">{words(block.fragment === undefined ? 'studio.block' : 'studio.fragment')}</p>
      <h2>{splitName(block.fragment === undefined ? block.type : block.id)}</h2>
      <p className="hint">{block.id}</p>
      {block.place.file.includes('/fragments/') && <p className="note">{words('studio.shared')}</p>}
      {isBase && opened.base !== undefined && <p className="note">{words('studio.ofBase', { base: opened.base })}</p>}
      <VariantNote block={block} />
      {isEditable(studio, block) && <BlockActions block={block} />}
      <FindingList findings={selectFindings(found, block, files)} />
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={locateProperty(block, field.name)} />
        ))}
        {fields.length > 0 && <JsonField place={block.place} />}
        {fields.length === 0 && <p className="hint">{words('studio.noFields')}</p>}
      </div>
    </>
  );
}

/** Differences between a variant's block and its base, with actions to revert them. */
function VariantNote({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const words = useWords();
  const variant = useVariant();
  const base = useStudioState(({ opened }) => opened.base);
  const difference = variant && compareToBase(variant, block);
  if (variant === null || difference === null) return null;
  return (
    <div className="note">
      <p>{words(`studio.differs.${difference}`, { base: base ?? '' })}</p>
      {difference !== 'added' && (
        <div className="actions">
          {difference === 'outdated' && (
            <button type="button" className="plain" onClick={() => acceptBase(studio, block)}>
              {words('studio.acceptBase')}
            </button>
          )}
          <button type="button" className="plain" onClick={() => resetBlock(studio, block)}>
            {words('studio.reset')}
          </button>
        </div>
      )}
    </div>
  );
}

function BlockActions({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const words = useWords();
  const isHidden = useStudioState(({ content }) => isHiddenBlock(block, content.files));
  return (
    <div className="actions" role="group" aria-label={words('studio.block')}>
      {(['up', 'down', 'duplicate', isHidden ? 'show' : 'hide', 'remove'] as const).map((action) => (
        <button key={action} type="button" className="plain" onClick={() => editBlock(studio, block, action)}>
          {words(`studio.${action}`)}
        </button>
      ))}
    </div>
  );
}

function AllFindings() {
  const findings = useStudioState((state) => state.findings);
  return <FindingList findings={findings} />;
}

function FindingList({ findings }: { readonly findings: readonly StudioFinding[] }) {
  const words = useWords();
  const id = useId();
  if (findings.length === 0) return null;
  return (
    <section className="findings" aria-labelledby={id}>
      <h3 id={id}>{words('studio.findings', { count: findings.length })}</h3>
      <ul>
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)} className={finding.severity}>
            <span lang="en">{finding.message}</span> <small>{finding.rule}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
