import { useId } from 'react';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { selectFindingsAt, joinPlace, readItemTitle, readValueIn, findOpenedText } from './blocks.ts';
import { listInnerFields } from './inner-fields.ts';
import { useStudio, useStudioState } from './context.ts';
import { parseJson, readValueAt } from './edit-json.ts';
import {
  About,
  type FieldProps,
  Removal,
  type TitledField,
  useIsOwn,
  useWrite,
  useWriteVariant,
} from './field-parts.tsx';
import { listFieldFindings } from './field-findings.ts';
import type { StudioField, WrittenPlace } from './protocol.ts';
import { IconField } from './IconField.tsx';
import { ImageField } from './ImageField.tsx';
import type { StudioState } from './store.ts';
import { createBlank, moveItem, withOwnTexts } from './structure.ts';
import { NameControl } from './NameControl.tsx';
import { TextPropertyField } from './TextPropertyField.tsx';
import { writeList } from './use-structure.ts';
import { useFieldNames, useTranslations } from './translations.ts';

/** A property as a form control. Writes on change only. */
export function FieldEditor({ field, place, title, union }: FieldProps) {
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  const isOwn = useIsOwn(place);
  const getName = useFieldNames();
  const named = title ?? getName(field.name);
  switch (field.kind) {
    case 'text':
    case 'object':
    case 'list':
      if (value === undefined) return isOwn ? <Addition field={field} place={place} title={named} /> : null;
      if (field.kind === 'text') return <TextPropertyField field={field} place={place} title={named} />;
      if (field.kind === 'object') return <Group field={field} place={place} title={named} />;
      return <List field={field} place={place} title={named} items={Array.isArray(value) ? value : []} />;
    case 'other':
      return null;
    case 'icon':
      return <IconField field={field} place={place} title={named} />;
    case 'picture':
      return <ImageField field={field} place={place} title={named} />;
    default:
      return <PlainField field={field} place={place} title={named} union={union} />;
  }
}

/** Button that adds an optional property. */
function Addition({ field, place, title }: TitledField) {
  const t = useTranslations();
  const write = useWrite(place);
  return (
    <div>
      <button type="button" className="plain addition" onClick={() => write(createBlank(field, today()))}>
        {t('studio.add', { name: title })}
      </button>
      <OwnFindings field={field} place={place} />
    </div>
  );
}

/** Findings of a field that no inner field shows. */
function OwnFindings({ field, place }: Omit<FieldProps, 'title'>) {
  const id = useId();
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  const all = useStudioState(({ findings }) => findings);
  const findings = listFieldFindings(all, field, place, value);
  return findings.length > 0 && <About id={id} description="" findings={findings} />;
}

const findUnion = (field: StudioField, { name }: StudioField): StudioField | undefined =>
  field.by === name ? field : undefined;

const today = (): string => new Date().toISOString().slice(0, 10);

function Group({ field, place, title }: TitledField) {
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      <OwnFindings field={field} place={place} />
      {listInnerFields(field, value).map((inner) => (
        <FieldEditor
          key={inner.name}
          field={inner}
          place={joinPlace(place, inner.name)}
          union={findUnion(field, inner)}
        />
      ))}
      <Removal field={field} place={place} title={title} />
    </fieldset>
  );
}

function List({ field, place, title, items }: TitledField & { readonly items: readonly unknown[] }) {
  const studio = useStudio();
  const t = useTranslations();
  const { item } = field;
  const locale = useStudioState((state) => state.locale);
  const texts = useStudioState(({ content }) => content.texts);
  const isOwn = useIsOwn(place);
  if (item === undefined) return null;
  const readText = (text: string | JsonObject): string =>
    typeof text === 'string' ? (texts[text]?.[locale] ?? text) : String(text[locale] ?? '');
  const readName = (value: unknown): string => readItemTitle(value, item, readText);
  const change = (next: readonly unknown[]): void => writeList(studio, place, 'list', next);
  const last: unknown = items.at(-1);
  const added = (): unknown => (last === undefined ? createBlank(item, today()) : withOwnTexts(last, item, texts));
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      <OwnFindings field={field} place={place} />
      {items.map((value, index) => {
        const at = joinPlace(place, index);
        const name = `${index + 1}. ${readName(value)}`;
        const actions = isOwn && (
          <ItemActions
            name={name}
            index={index}
            count={items.length}
            isLeast={items.length <= (field.minimum ?? 0)}
            onMove={(to) => change(moveItem(items, index, to))}
            onRemove={() => change(items.toSpliced(index, 1))}
          />
        );
        return isObject(value) && item.kind === 'object' ? (
          <details key={formatPath(at.path)} data-name={value['name']}>
            <ItemSummary name={name} place={at} />
            <OwnFindings field={item} place={at} />
            {listInnerFields(item, value).map((inner) => (
              <FieldEditor
                key={inner.name}
                field={inner}
                place={joinPlace(at, inner.name)}
                union={findUnion(item, inner)}
              />
            ))}
            {actions}
          </details>
        ) : (
          <div key={formatPath(at.path)}>
            <FieldEditor field={item} place={at} title={`${index + 1}.`} />
            {actions}
          </div>
        );
      })}
      {isOwn && items.length < (field.maximum ?? Number.POSITIVE_INFINITY) && (
        <button type="button" className="plain addition" onClick={() => change([...items, added()])}>
          {t('studio.addItem')}
        </button>
      )}
      <Removal field={field} place={place} title={title} />
    </fieldset>
  );
}

/** Name of a list item, with the number of its findings. */
function ItemSummary({ name, place }: { readonly name: string; readonly place: WrittenPlace }) {
  const t = useTranslations();
  const count = useStudioState(({ findings }) => selectFindingsAt(findings, place).length);
  return (
    <summary>
      {name} {count > 0 && <small className="error">{t('studio.findings', { count })}</small>}
    </summary>
  );
}

interface ItemActionsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly isLeast: boolean;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function ItemActions({ name, index, count, isLeast, onMove, onRemove }: ItemActionsProps) {
  const t = useTranslations();
  return (
    <div className="actions" role="group" aria-label={name}>
      <button type="button" className="plain" disabled={index === 0} onClick={() => onMove(index - 1)}>
        {t('studio.up')}
      </button>
      <button type="button" className="plain" disabled={index === count - 1} onClick={() => onMove(index + 1)}>
        {t('studio.down')}
      </button>
      <button type="button" className="plain" disabled={isLeast} onClick={onRemove}>
        {t('studio.remove')}
      </button>
    </div>
  );
}

function PlainField({ field, place, title, union }: TitledField) {
  const id = useId();
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  const findings = useStudioState((state) => state.findings);
  const isOwn = useIsOwn(place);
  const own = selectFindingsAt(findings, place);
  const control = (
    <Control
      id={id}
      field={field}
      place={place}
      union={union}
      value={value}
      isOwn={isOwn}
      describedBy={`${id}-about`}
    />
  );
  return (
    <div className={field.kind === 'boolean' && !isThreefold(field) ? 'entry tick' : 'entry'}>
      <label htmlFor={id}>{title}</label>
      {control}
      <About id={`${id}-about`} description={field.description} findings={own} />
    </div>
  );
}

/** Whether absence means something else than yes or no. */
const isThreefold = ({ kind, usual, isRequired, isTrueOnly = false }: StudioField): boolean =>
  kind === 'boolean' && usual === undefined && !isRequired && !isTrueOnly;

/** The value of the document that was opened. */
const readOpenedValue = ({ opened }: StudioState, { file, path }: WrittenPlace): unknown =>
  readValueAt(parseJson(findOpenedText(opened, file)), path);

interface ControlProps {
  readonly id: string;
  readonly field: StudioField;
  readonly place: WrittenPlace;
  readonly union: StudioField | undefined;
  readonly value: unknown;
  readonly isOwn: boolean;
  readonly describedBy: string;
}

function Control({ id, field, place, union, value, isOwn, describedBy }: ControlProps) {
  const t = useTranslations();
  const write = useWrite(place);
  const writeVariant = useWriteVariant(place, union ?? field);
  const targets = useStudioState(({ opened }) => opened.targets);
  const opened = useStudioState((state) => readOpenedValue(state, place));
  const shared = { id, disabled: !isOwn, 'aria-describedby': describedBy };
  const { usual, options = [], isRequired } = field;
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const writeText = (typed: string): void => write(typed === '' && !isRequired ? undefined : typed);
  switch (field.kind) {
    case 'choice':
      return (
        <select
          {...shared}
          value={shown}
          onChange={({ target }) => {
            const chosen = options.find((option) => String(option) === target.value);
            (union === undefined ? write : writeVariant)(chosen);
          }}
        >
          {!isRequired && (
            <option value="">
              {usual === undefined ? t('studio.none') : t('studio.usual', { value: String(usual) })}
            </option>
          )}
          {options.map((option) => (
            <option key={option} value={String(option)}>
              {String(option)}
            </option>
          ))}
        </select>
      );
    case 'boolean': {
      if (isThreefold(field))
        return (
          <select
            {...shared}
            value={value === undefined ? '' : String(value)}
            onChange={({ target }) => write(target.value === '' ? undefined : target.value === 'true')}
          >
            <option value="">{t('studio.none')}</option>
            <option value="true">{t('studio.yes')}</option>
            <option value="false">{t('studio.no')}</option>
          </select>
        );
      const idle = usual === true;
      return (
        <input
          {...shared}
          type="checkbox"
          checked={typeof value === 'boolean' ? value : idle}
          onChange={({ target: { checked } }) => {
            const isLeftOut = checked === idle && !isRequired && (field.isTrueOnly === true || opened !== idle);
            write(isLeftOut ? undefined : checked);
          }}
        />
      );
    }
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          value={shown}
          min={field.minimum}
          max={field.maximum}
          step={field.isWhole === true ? 1 : 'any'}
          placeholder={usual === undefined ? '' : String(usual)}
          onChange={({ target }) => {
            if (target.value === '' && !isRequired) write(undefined);
            else if (Number.isFinite(target.valueAsNumber)) write(target.valueAsNumber);
          }}
        />
      );
    case 'moment':
      return (
        <input {...shared} type="datetime-local" value={shown} onChange={({ target }) => writeText(target.value)} />
      );
    case 'name':
      return <NameControl {...shared} field={field} value={shown} onWrite={writeText} />;
    case 'target':
      return (
        <>
          <input
            {...shared}
            type="text"
            list={`${id}-targets`}
            value={shown}
            onChange={({ target }) => writeText(target.value)}
          />
          <datalist id={`${id}-targets`}>
            {targets.map((target) => (
              <option key={target} value={target}>
                {target}
              </option>
            ))}
          </datalist>
        </>
      );
    default:
      return <input {...shared} type="text" value={shown} onChange={({ target }) => writeText(target.value)} />;
  }
}
