import type { FieldsetHTMLAttributes, InputHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { type FieldProps, Hint, useControl } from './fields.tsx';
import { FieldMessage, useField } from './Form.tsx';
import { Text } from './Text.tsx';

/* Separate from the common fields, because few forms need these. */

interface TextAreaFieldProps extends FieldProps {
  /** Initially visible lines. */
  readonly rows?: number | undefined;
}

/** A multi-line text field. */
export function TextAreaField({ name, label, hint, className, rows = 4 }: TextAreaFieldProps): ReactNode {
  const { id, rules, value } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <textarea
        {...useControl(name, hint && `${id}-hint`)}
        rows={rows}
        placeholder=" "
        required={rules.required}
        minLength={rules.minLength}
        maxLength={rules.maxLength}
        defaultValue={value}
      />
      <Hint id={id} hint={hint} />
      <FieldMessage name={name} />
    </div>
  );
}

interface DateFieldProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete'> {
  /** First and last day, ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A date field with the browser's date picker. */
export function DateField({ name, label, hint, className, from, to, autoComplete }: DateFieldProps): ReactNode {
  const { id, rules, value } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <input
        {...useControl(name, hint && `${id}-hint`)}
        type="date"
        required={rules.required}
        min={from}
        max={to}
        defaultValue={value}
        autoComplete={autoComplete}
      />
      <Hint id={id} hint={hint} />
      <FieldMessage name={name} />
    </div>
  );
}

/** Radio buttons, one per row. */
export function RadioField({
  required = false,
  ...props
}: ChoicesFieldProps & { readonly required?: boolean }): ReactNode {
  const { id, rules, value, error, hasMessage } = useField(props.name);
  const isRequired = required || rules.required;
  return (
    <ChoiceRows
      {...props}
      group={{
        role: 'radiogroup',
        'aria-required': isRequired,
        'aria-invalid': error ? true : undefined,
        'aria-errormessage': hasMessage ? `${id}-message` : undefined,
      }}
      control={{ type: 'radio', required: isRequired }}
      isChosen={(option) => option === value}
    />
  );
}

interface ChoicesFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
}

/** Checkboxes that share one name. */
export function ChoicesField(props: ChoicesFieldProps): ReactNode {
  const { value, error } = useField(props.name);
  const chosen = new Set(value?.split('\n'));
  return (
    <ChoiceRows
      {...props}
      control={{ type: 'checkbox', 'aria-invalid': error ? true : undefined }}
      isChosen={(option) => chosen.has(option)}
    />
  );
}

interface ChoiceRowsProps extends ChoicesFieldProps {
  readonly group?: FieldsetHTMLAttributes<HTMLFieldSetElement>;
  readonly control: InputHTMLAttributes<HTMLInputElement>;
  isChosen(option: string): boolean;
}

/** One row per choice. The first one has the field's id and receives the focus. */
function ChoiceRows({ name, label, hint, className, options, group, control, isChosen }: ChoiceRowsProps): ReactNode {
  const { id, error } = useField(name);
  return (
    <fieldset
      {...group}
      className={cx('field', className)}
      aria-describedby={error ? `${id}-message` : hint && `${id}-hint`}
    >
      <Text value={label} as="legend" />
      <Hint id={id} hint={hint} />
      <div className="choices">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              {...control}
              id={index === 0 ? id : undefined}
              className="box"
              name={name}
              value={option.value}
              defaultChecked={isChosen(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldMessage name={name} />
    </fieldset>
  );
}
