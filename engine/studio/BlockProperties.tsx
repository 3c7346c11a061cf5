import { useId, useState } from 'react';
import { formatPath } from '#engine/documents/source-location.ts';
import { BaseDifference } from './BaseDifference.tsx';
import { findOutlineBlock, listNamedForms, selectFindings, locateProperty, toDocumentFile } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { RuleLink } from './field-parts.tsx';
import { FieldEditor } from './FieldEditor.tsx';
import { JsonField } from './JsonField.tsx';
import { PageFacts } from './PageFacts.tsx';
import type { OutlineBlock, StudioField, StudioFinding, StudioForm } from './protocol.ts';
import { editBlock, isEditable, isHiddenBlock, renameBlock } from './use-structure.ts';
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
            content: <Fields block={block} fields={fields} isNamed={variant === null || difference === 'added'} />,
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

/** The id of the block, which links lead to. Written when the field is left, because links follow it. */
function BlockName({ block }: { readonly block: OutlineBlock }) {
  const studio = useStudio();
  const t = useTranslations();
  const id = useId();
  const [typed, type] = useState(block.id);
  const [problem, setProblem] = useState<'malformed' | 'taken' | null>(null);
  const rename = (): void => {
    if (typed === block.id) return setProblem(null);
    const outcome = renameBlock(studio, block, typed);
    if (outcome !== 'renamed') setProblem(outcome);
  };
  return (
    <div className="entry">
      <label htmlFor={id}>{t('studio.blockId')}</label>
      <input
        id={id}
        value={typed}
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => type(target.value)}
        onBlur={rename}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
      />
      <p id={`${id}-about`} className={problem === null ? 'hint' : 'error'}>
        {t(problem === null ? 'studio.blockIdHint' : `studio.blockId.${problem}`, { id: typed })}
      </p>
    </div>
  );
}

interface FieldsProps {
  readonly block: OutlineBlock;
  readonly fields: readonly StudioField[];
  /** Whether its id may change: variants name the blocks of their original by it. */
  readonly isNamed: boolean;
}

function Fields({ block, fields, isNamed }: FieldsProps) {
  const studio = useStudio();
  const t = useTranslations();
  const { content, opened } = useStudioState((state) => state);
  return (
    <>
      <div className="fields">
        {fields
          // Only the outermost blocks are in an area of the layout.
          .filter(({ name }) => name !== 'area' || block.place.path.length === 2)
          .map((field) => (
            <FieldEditor key={field.name} field={field} place={locateProperty(block, field.name)} />
          ))}
        {fields.length === 0 && <p className="hint">{t('studio.noFields')}</p>}
        {isNamed && isEditable(studio, block) && <BlockName key={block.id} block={block} />}
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
  const { start, store } = useStudio();
  const t = useTranslations();
  const fields = useStudioState(({ opened }) => opened.pageFields);
  const isOpen = useStudioState((state) => state.isSettings);
  if (fields.length === 0) return null;
  const file = toDocumentFile(start.document);
  return (
    <details
      className="page-settings"
      open={isOpen}
      onToggle={({ currentTarget }) => store.setState({ isSettings: currentTarget.open })}
    >
      <summary>{t('studio.settings')}</summary>
      <div className="fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} field={field} place={{ file, path: [field.name] }} />
        ))}
        <a href={start.addresses.settings}>{t('studio.moreSettings')}</a>
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
            <span lang="en">{finding.message}</span> <RuleLink rule={finding.rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}
