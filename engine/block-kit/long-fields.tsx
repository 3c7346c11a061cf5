import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { type FieldProps, Hint, useControl } from './fields.tsx';
import { FieldMessage, useField } from './Form.tsx';
import { Text } from './Text.tsx';

interface TextAreaFieldProps extends FieldProps {
  /** Lines that are visible at first. */
  readonly rows?: number | undefined;
}

/** Several lines of text. */
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

/** A day, in the browser's own calendar. */
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
