import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldMessage, useField } from './Form.tsx';
import { Text } from './Text.tsx';
import type { LocalizedText } from './types.ts';

interface FieldProps {
  readonly name: string;
  readonly label: LocalizedText;
  readonly hint?: LocalizedText | undefined;
  readonly className?: string;
}

interface TextFieldProps
  extends FieldProps,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'enterKeyHint'> {}

/** One line of text under a label that stays. `placeholder=" "` lets the style sheet tell an empty field from a wrong one. */
export function TextField({ name, label, hint, className, ...attributes }: TextFieldProps): ReactNode {
  const { id, rules, value, error } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <input
        id={id}
        name={name}
        type="text"
        placeholder=" "
        required={rules.required}
        maxLength={rules.maxLength}
        pattern={rules.pattern?.replace(/^\^|\$$/g, '')}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint && `${id}-hint`}
        aria-errormessage={`${id}-message`}
        {...attributes}
      />
      {hint && <Text value={hint} as="p" className="field-hint" id={`${id}-hint`} />}
      <FieldMessage name={name} />
    </div>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Words of the option that stands for no choice yet. */
  readonly placeholder: LocalizedText;
  readonly autoComplete?: string;
}

/** A native `select`; its first option is no answer, so that `required` holds. */
export function SelectField({ name, label, hint, className, options, placeholder, autoComplete }: SelectFieldProps): ReactNode {
  const { id, rules, value, error } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <select
        id={id}
        name={name}
        required={rules.required}
        defaultValue={value ?? ''}
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint && `${id}-hint`}
        aria-errormessage={`${id}-message`}
      >
        <option value="">
          <Text value={placeholder} />
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && <Text value={hint} as="p" className="field-hint" id={`${id}-hint`} />}
      <FieldMessage name={name} />
    </div>
  );
}

interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: LocalizedText }[];
}

/** One of a few: joined segments, each a native radio button. */
export function ChoiceField({ name, label, className, options }: ChoiceFieldProps): ReactNode {
  const { id, rules, value, error } = useField(name);
  return (
    <fieldset className={cx('field', 'choice', className)} id={id} tabIndex={-1} aria-describedby={error && `${id}-message`}>
      <Text value={label} as="legend" />
      <div className="choice-segments">
        {options.map((option) => (
          <label key={option.value} className="choice-segment">
            <input
              type="radio"
              name={name}
              value={option.value}
              required={rules.required}
              defaultChecked={value === option.value}
              aria-invalid={error ? true : undefined}
              aria-errormessage={`${id}-message`}
            />
            <Text value={option.label} as="span" />
          </label>
        ))}
      </div>
      <FieldMessage name={name} />
    </fieldset>
  );
}

/** A box to tick, with its words as label; the words may hold links. */
export function CheckField({ name, label, hint, className }: FieldProps): ReactNode {
  const { id, rules, value, error } = useField(name);
  return (
    <div className={cx('field', 'check', className)}>
      <input
        id={id}
        type="checkbox"
        name={name}
        required={rules.required}
        defaultChecked={value === 'on'}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint && `${id}-hint`}
        aria-errormessage={`${id}-message`}
      />
      <Text value={label} as="label" htmlFor={id} />
      {hint && <Text value={hint} as="p" className="field-hint" id={`${id}-hint`} />}
      <FieldMessage name={name} />
    </div>
  );
}
