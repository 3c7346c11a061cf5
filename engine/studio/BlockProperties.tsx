import { useId } from 'react';
import { AllTexts } from './AllTexts.tsx';
import { findOutlineBlock, listNamedForms, selectFindings, locateProperty, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { JsonField } from './JsonField.tsx';
import type { OutlineBlock, StudioFinding, StudioForm } from './protocol.ts';
import { editBlock, isEditable, isHiddenBlock } from './use-structure.ts';
import { acceptBase, compareToBase, resetBlock } from './variant.ts';
import { useVariant } from './use-variant.ts';
import { useTranslations } from './translations.ts';

/** The form of the selected block. */
export function BlockProperties() {
  const t = useTranslations();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const block = findOutlineBlock(outline, selected);
  const { store } = useStudio();
  const isTexts = useStudioState(({ texts }) => texts !== null);
  return (
    <aside className="properties" aria-label={t('studio.properties')}>
      <div className="actions">
        <button
          type="button"
          className="plain"
          aria-pressed={isTexts}
          onClick={() => store.setState({ texts: isTexts ? null : 'all' })}
        >
          {t(isTexts ? 'studio.properties' : 'studio.texts')}
        </button>
      </div>
      {isTexts ? (
        <AllTexts />
      ) : block === undefined ? (
        <>
          <h2>{t('studio.nothing')}</h2>
          <p className="hint">{t('studio.nothingText')}</p>
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
  const t = useTranslations();
  const opened = useStudioState((state) => state.opened);
  const findings = useStudioState((state) => state.findings);
  const content = useStudioState((state) => state.content);
  const fields = opened.fields[block.type] ?? [];
  const isBase = opened.files.some(({ path, isOwn }) => path === block.place.file && !isOwn);
  return (
    <>
      <p className="eyebrow">{t(block.fragment === undefined ? 'studio.block' : 'studio.fragment')}</p>
      <h2>{splitName(block.fragment === undefined ? block.type : block.id)}</h2>
      <p className="hint">{block.id}</p>
      {block.place.file.includes('/fragments/') && <p className="note">{t('studio.shared')}</p>}
      {isBase && opened.base !== undefined && <p className="note">{t('studio.ofBase', { base: opened.base })}</p>}
      <VariantNote block={block} />
      {isEditable(studio, block) && <BlockActions block={block} />}
      <FindingList findings={selectFindings({ findings, content, opened }, block)} />
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={locateProperty(block, field.name)} />
        ))}
        {fields.length > 0 && <JsonField place={block.place} />}
        {fields.length === 0 && <p className="hint">{t('studio.noFields')}</p>}
      </div>
      {listNamedForms({ content, opened }, block).map((form) => (
        <FormDocument key={form.document} form={form} />
      ))}
    </>
  );
}

/** The form document that a block shows. */
function FormDocument({ form: { document, file, others } }: { readonly form: StudioForm }) {
  const t = useTranslations();
  const id = useId();
  const fields = useStudioState(({ opened }) => opened.formFields);
  return (
    <section className="form-document" aria-labelledby={id}>
      <h3 id={id}>{t('studio.formDocument', { name: document })}</h3>
      {others.length > 0 && (
        <p className="note">
          {t('studio.formOthers', { documents: others.slice(0, 3).join(', '), count: others.length })}
        </p>
      )}
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={{ file, path: [field.name] }} />
        ))}
        <JsonField place={{ file, path: [] }} />
      </div>
    </section>
  );
}

/** Differences between a variant's block and its base, with actions to revert them. */
function VariantNote({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const t = useTranslations();
  const variant = useVariant();
  const base = useStudioState(({ opened }) => opened.base);
  const difference = variant && compareToBase(variant, block);
  if (variant === null || difference === null) return null;
  return (
    <div className="note">
      <p>{t(`studio.differs.${difference}`, { base: base ?? '' })}</p>
      {difference !== 'added' && (
        <div className="actions">
          {difference === 'outdated' && (
            <button type="button" className="plain" onClick={() => acceptBase(studio, block)}>
              {t('studio.acceptBase')}
            </button>
          )}
          <button type="button" className="plain" onClick={() => resetBlock(studio, block)}>
            {t('studio.reset')}
          </button>
        </div>
      )}
    </div>
  );
}

function BlockActions({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const t = useTranslations();
  const isHidden = useStudioState(({ content }) => isHiddenBlock(block, content.files));
  return (
    <div className="actions" role="group" aria-label={t('studio.block')}>
      {(['up', 'down', 'duplicate', isHidden ? 'show' : 'hide', 'remove'] as const).map((action) => (
        <button key={action} type="button" className="plain" onClick={() => editBlock(studio, block, action)}>
          {t(`studio.${action}`)}
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
  const t = useTranslations();
  const id = useId();
  if (findings.length === 0) return null;
  return (
    <section className="findings" aria-labelledby={id}>
      <h3 id={id}>{t('studio.findings', { count: findings.length })}</h3>
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
