import { useId, useState } from 'react';
import { formatPath } from '#engine/documents/source-location.ts';
import { BaseDifference } from './BaseDifference.tsx';
import { findOutlineBlock, listNamedForms, selectFindings, locateProperty, toDocumentFile } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { JsonField } from './JsonField.tsx';
import { PageFacts } from './PageFacts.tsx';
import type { OutlineBlock, StudioField, StudioFinding, StudioForm } from './protocol.ts';
import { editBlock, isEditable, isHiddenBlock } from './use-structure.ts';
import { Tabs } from './Tabs.tsx';
import { compareToBase } from './variant.ts';
import { useVariant } from './use-variant.ts';
import { useBlockNames, useTranslations } from './translations.ts';

/** The form of the selected block. */
export function BlockProperties() {
  const t = useTranslations();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const block = findOutlineBlock(outline, selected);
  return (
    <aside className="properties" aria-label={t('studio.properties')}>
      {block === undefined ? (
        <>
          <h2>{t('studio.nothing')}</h2>
          <p className="hint">{t('studio.nothingText')}</p>
          <AllFindings />
          <PageSettings />
        </>
      ) : (
        <BlockForm key={block.id} block={block} />
      )}
      <PageFacts />
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
  const variant = useVariant();
  const difference = variant && compareToBase(variant, block);
  const getBlockName = useBlockNames();
  const isBase = opened.files.some(({ path, isOwn }) => path === block.place.file && !isOwn);
  return (
    <>
      <p className="eyebrow">{t(block.fragment === undefined ? 'studio.block' : 'studio.fragment')}</p>
      <h2>{getBlockName(block)}</h2>
      <p className="hint">{block.id}</p>
      {block.place.file.includes('/fragments/') && <p className="note">{t('studio.shared')}</p>}
      {isBase && opened.base !== undefined && <p className="note">{t('studio.ofBase', { base: opened.base })}</p>}
      {isEditable(studio, block) && <BlockActions block={block} />}
      <FindingList findings={selectFindings({ findings, content, opened }, block)} />
      <Tabs
        label={t('studio.properties')}
        tabs={[
          {
            name: 'properties',
            title: t('studio.properties'),
            content: <Fields block={block} fields={fields} />,
          },
          ...(variant === null || difference === null
            ? []
            : [
                {
                  name: 'difference',
                  title: t(`studio.mark.${difference}`),
                  content: <BaseDifference block={block} variant={variant} difference={difference} />,
                },
              ]),
          {
            name: 'json',
            title: 'JSON',
            content: <JsonField key={formatPath(block.place.path)} place={block.place} fields={fields} />,
          },
        ]}
      />
    </>
  );
}

function Fields({ block, fields }: { readonly block: OutlineBlock; readonly fields: readonly StudioField[] }) {
  const t = useTranslations();
  const { content, opened } = useStudioState((state) => state);
  return (
    <>
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={locateProperty(block, field.name)} />
        ))}
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
  const [isOpen, open] = useState(false);
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
        <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
          <summary>JSON</summary>
          {isOpen && <JsonField place={{ file, path: [] }} fields={fields} />}
        </details>
      </div>
    </section>
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

/** Properties of the page itself, such as its address and its title. */
function PageSettings() {
  const { start } = useStudio();
  const t = useTranslations();
  const fields = useStudioState(({ opened }) => opened.pageFields);
  if (fields.length === 0) return null;
  const file = toDocumentFile(start.document);
  return (
    <details className="page-settings">
      <summary>{t('studio.settings')}</summary>
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={{ file, path: [field.name] }} />
        ))}
      </div>
    </details>
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
