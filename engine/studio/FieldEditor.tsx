import { useId } from 'react';
import { isObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/place.ts';
import { findingsAt, inside, titleOf, valueIn, wordsOf } from './blocks.ts';
import { useStudioState } from './context.ts';
import { About, type FieldProps, useIsOwn, useWrite } from './field-parts.tsx';
import type { Field, WrittenPlace } from './protocol.ts';
import { TextField } from './TextField.tsx';
import { useWords } from './words.ts';

/** A property as a control of a form. Nothing is written before somebody changes it. */
export function FieldEditor({ field, place, title }: FieldProps) {
  const value = useStudioState(({ content }) => valueIn(content.files, place));
  switch (field.kind) {
    case 'text':
      return <TextField field={field} place={place} {...(title !== undefined && { title })} />;
    case 'object':
      return isObject(value) ? <Group field={field} place={place} title={title ?? wordsOf(field.name)} /> : null;
    case 'list':
      return Array.isArray(value) && value.length > 0 ? <List field={field} place={place} items={value} /> : null;
    case 'other':
      return null;
    default:
      return <PlainField field={field} place={place} {...(title !== undefined && { title })} />;
  }
}

function Group({ field, place, title }: Required<FieldProps>) {
  return (
    <fieldset className="group">
      <legend>{title}</legend>
      {field.fields?.map((inner) => (
        <FieldEditor key={inner.name} field={inner} place={inside(place, inner.name)} />
      ))}
    </fieldset>
  );
}

function List({ field, place, items }: FieldProps & { readonly items: readonly unknown[] }) {
  const { item } = field;
  const locale = useStudioState((state) => state.locale);
  const texts = useStudioState(({ content }) => content.texts);
  if (item === undefined) return null;
  const nameOf = (value: unknown): string => titleOf(value, item, (key) => texts[key]?.[locale] ?? key);
  return (
    <fieldset className="group">
      <legend>{wordsOf(field.name)}</legend>
      {items.map((value, index) => {
        const at = inside(place, index);
        const title = `${index + 1}. ${nameOf(value)}`;
        return isObject(value) && item.kind === 'object' ? (
          <details key={formatPath(at.path)}>
            <summary>{title}</summary>
            {item.fields?.map((inner) => (
              <FieldEditor key={inner.name} field={inner} place={inside(at, inner.name)} />
            ))}
          </details>
        ) : (
          <FieldEditor key={formatPath(at.path)} field={item} place={at} title={`${index + 1}.`} />
        );
      })}
    </fieldset>
  );
}

function PlainField({ field, place, title = wordsOf(field.name) }: FieldProps) {
  const id = useId();
  const value = useStudioState(({ content }) => valueIn(content.files, place));
  const findings = useStudioState((state) => state.findings);
  const isOwn = useIsOwn(place);
  const own = findingsAt(findings, place);
  const control = (
    <Control id={id} field={field} place={place} value={value} isOwn={isOwn} describedBy={`${id}-about`} />
  );
  return (
    <div className={field.kind === 'boolean' ? 'entry tick' : 'entry'}>
      <label htmlFor={id}>{title}</label>
      {control}
      <About id={`${id}-about`} description={field.description} findings={own} />
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: Field;
  readonly place: WrittenPlace;
  readonly value: unknown;
  readonly isOwn: boolean;
  readonly describedBy: string;
}

function Control({ id, field, place, value, isOwn, describedBy }: ControlProps) {
  const words = useWords();
  const write = useWrite(place);
  const targets = useStudioState(({ opened }) => opened.targets);
  const isWritten = useStudioState(({ stored }) => valueIn(stored.files, place) !== undefined);
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
          onChange={({ target }) => write(options.find((option) => String(option) === target.value))}
        >
          {!isRequired && (
            <option value="">
              {usual === undefined ? words('studio.none') : words('studio.usual', { value: String(usual) })}
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
      const idle = usual === true;
      return (
        <input
          {...shared}
          type="checkbox"
          checked={typeof value === 'boolean' ? value : idle}
          onChange={({ target: { checked } }) => {
            const isIdle = checked === idle && !isRequired && (field.isTrueOnly === true || !isWritten);
            write(isIdle ? undefined : checked);
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
