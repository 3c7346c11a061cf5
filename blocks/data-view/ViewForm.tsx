import type { ReactNode } from 'react';
import { cx, type FieldView, type FormView, Icon } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

/** A form that works without JavaScript, except one for a passkey. */
export function ViewForm(props: ViewFormProps): ReactNode {
  const { passkey, draft } = props.form;
  if (draft !== undefined)
    return (
      <vitrine-draft>
        <Form {...props} />
        <p className={css.draft} role="status" hidden>
          <span className={css.fine}>{draft.unsaved}</span>
          <button type="button" className={css.small}>
            {draft.discard}
          </button>
        </p>
      </vitrine-draft>
    );
  if (passkey === undefined) return <Form {...props} />;
  const { ceremony, options, offered, ended, without } = passkey;
  const offer = { 'data-ceremony': ceremony, 'data-options': options, 'data-offered': offered, 'data-ended': ended };
  return (
    // Without an alternative it takes no space.
    <vitrine-passkey {...offer} hidden={without === undefined}>
      <Form {...props} />
      {without !== undefined && <p className={cx(css.block, css.fine)}>{without}</p>}
    </vitrine-passkey>
  );
}

interface ViewFormProps {
  readonly form: FormView;
  readonly look?: 'form' | 'row' | 'filter' | 'list';
}

function Form({ form, look = 'form' }: ViewFormProps): ReactNode {
  const { id, title, text, fields, hidden, submit, error, danger = false, primary = true, multipart = false } = form;
  const { passkey, or } = form;
  const isAct = look === 'form' && title !== undefined && fields.length === 0;
  return (
    <form
      id={id}
      method={form.method}
      action={form.action}
      hidden={passkey !== undefined}
      encType={multipart ? 'multipart/form-data' : undefined}
      className={cx(
        look === 'row' ? css.row : 'form',
        look === 'filter' && css.filter,
        look === 'form' && css.block,
        isAct && css.act,
      )}
      {...(title !== undefined && { 'aria-labelledby': `${id}-title` })}
    >
      {title !== undefined && (
        <h2 className="head" id={`${id}-title`}>
          {title}
        </h2>
      )}
      {error !== undefined && (
        <p className={cx(css.note, css.refused)} id={`${id}-refused`} role="alert">
          <Icon name="pen" />
          <b>{error}</b>
        </p>
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {passkey && (
        <>
          <input type="hidden" name="_ticket" value={passkey.ticket} />
          <input type="hidden" name="_credential" />
          <output className={css.fine} aria-live="polite" />
        </>
      )}
      {fields.length > 0 &&
        groupFields(fields, 'step').map(({ title: step, members }) =>
          step === undefined ? (
            <FieldGrid key={members[0]?.name} id={id} fields={members} />
          ) : (
            <Step key={step} id={`${id}-${members[0]?.name}-step`} title={step}>
              <FieldGrid id={id} fields={members} />
            </Step>
          ),
        )}
      {submit !== '' && (
        <button
          type="submit"
          aria-describedby={error === undefined ? undefined : `${id}-refused`}
          // Below a list, an error would not be visible from the top of the page without JavaScript.
          autoFocus={look === 'list' && error !== undefined}
          id={look === 'filter' ? `${id}-submit` : undefined}
          className={cx(
            look === 'row' ? css.small : 'btn',
            look === 'form' && primary && !danger && 'btn-primary',
            danger && css.danger,
          )}
        >
          {passkey?.ceremony === 'get' && <Icon name="key" />}
          {submit}
        </button>
      )}
      {text !== undefined && <p className={css.fine}>{text}</p>}
      {or !== undefined && <p className={css.or}>{or}</p>}
    </form>
  );
}

function FieldGrid({ id, fields }: { readonly id: string; readonly fields: readonly FieldView[] }): ReactNode {
  return (
    <div className={css.fields}>
      {groupFields(fields, 'group').map(({ title, members }) => {
        const shown = members.map((field) => <Field key={field.name} id={`${id}-${field.name}`} field={field} />);
        if (title === undefined) return shown;
        return (
          <fieldset key={title} className={css.group}>
            <legend>{title}</legend>
            {shown}
          </fieldset>
        );
      })}
    </div>
  );
}

/** A numbered step of a page or of its form. */
export function Step({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section id={id} className={css.step} aria-labelledby={`${id}-title`}>
      <h2 className="head" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface Group {
  readonly title: string | undefined;
  readonly members: FieldView[];
}

function groupFields(fields: readonly FieldView[], by: 'group' | 'step'): readonly Group[] {
  const groups: Group[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last !== undefined && last.title === field[by]) last.members.push(field);
    else groups.push({ title: field[by], members: [field] });
  }
  return groups;
}

function Field({ id, field }: { readonly id: string; readonly field: FieldView }): ReactNode {
  const { label, hint, error, type } = field;
  if (type === 'pictures') return <ImageChoice field={field} />;
  const description = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <div
      className={cx('field', type === 'checkbox' && css.tick, field.isCode && css.source, field.isLine && css.lined)}
    >
      <label htmlFor={id}>{label}</label>
      <Control id={id} field={field} description={description} />
      {error !== undefined ? (
        <p className={css.wrong} id={`${id}-error`}>
          <Icon name="pen" />
          <span>{error}</span>
        </p>
      ) : (
        hint !== undefined && (
          <p className={css.fine} id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function Control({
  id,
  field,
  description,
}: {
  readonly id: string;
  readonly field: FieldView;
  readonly description: string | undefined;
}): ReactNode {
  const { name, type, value, error, required, autocomplete, min, max, rows = 5, lang, options = [], accept } = field;
  const shared = {
    id,
    name,
    required,
    'aria-describedby': description,
    'aria-invalid': error === undefined ? undefined : true,
    // Without JavaScript, the browser scrolls to the first error.
    autoFocus: error !== undefined,
  };
  if (type === 'select')
    return (
      <select {...shared} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (type === 'textarea')
    return (
      <textarea
        {...shared}
        defaultValue={value}
        rows={rows}
        lang={lang}
        spellCheck={lang !== undefined}
        wrap={field.isCode ? 'off' : undefined}
      />
    );
  if (type === 'image') return <PointedImage id={id} field={field} />;
  if (type === 'checkbox') return <input {...shared} type="checkbox" value="on" defaultChecked={value === 'on'} />;
  return (
    <input
      {...shared}
      type={type}
      defaultValue={value}
      autoComplete={autocomplete}
      min={min}
      max={max}
      lang={lang}
      accept={accept}
    />
  );
}

/** Maximum images shown directly. */
const MAX_SHOWN_IMAGES = 8;

/** A few images, or a library that expands, the selected one first. */
function ImageChoice({ field: { name, label, value, options = [] } }: { readonly field: FieldView }): ReactNode {
  const chosen = options.find((option) => option.value === value);
  const list = (
    <ul className={css.grid}>
      {options.map((option) => (
        <li key={option.value}>
          <label>
            <span className={css.thumbnail}>
              {option.image !== undefined && <img src={option.image} alt="" loading="lazy" decoding="async" />}
            </span>
            <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />
            <b>{option.label}</b>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <fieldset className={css.library}>
      <legend>{label}</legend>
      {options.length <= MAX_SHOWN_IMAGES ? (
        list
      ) : (
        <details>
          <summary>
            {chosen?.image !== undefined && <img src={chosen.image} alt="" loading="lazy" decoding="async" />}
            {chosen?.label ?? label}
          </summary>
          {list}
        </details>
      )}
    </fieldset>
  );
}

/** An image that submits the form with the clicked position, with lines through the current one. */
function PointedImage({
  id,
  field: { name, label, image },
}: {
  readonly id: string;
  readonly field: FieldView;
}): ReactNode {
  if (image === undefined) return null;
  const { focus, ...shown } = image;
  return (
    <span className={css.pointed}>
      <input id={id} type="image" name={name} alt={label} {...shown} />
      {focus && (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${focus.x} 0V100M0 ${focus.y}H100`} />
        </svg>
      )}
    </span>
  );
}
