import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldMessage, useField } from './Form.tsx';
import { Icon } from './Icon.tsx';
import { Text } from './Text.tsx';
import type { FieldRules } from '#schemas/generated/forms.ts';
import type { LocalizedText } from './types.ts';

export interface FieldProps {
  readonly name: string;
  readonly label: LocalizedText;
  readonly hint?: LocalizedText | undefined;
  readonly className?: string | undefined;
  /** Makes a field required that is optional in the form's schema. */
  readonly required?: boolean;
}

interface TextFieldProps
  extends
    FieldProps,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'autoFocus' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'enterKeyHint' | 'minLength'
    > {
  /** Id of a hint elsewhere on the page. */
  readonly describedBy?: string | undefined;
  /** For a form without a summary: the message has the role `alert`, to be announced while the field has the focus. */
  readonly alert?: boolean;
}

/** A text input with a persistent label. `placeholder=" "` lets the style sheet distinguish empty from invalid. */
export function TextField({
  name,
  label,
  hint,
  className,
  required = false,
  describedBy,
  alert = false,
  ...attributes
}: TextFieldProps): ReactNode {
  const { id, rules, value } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <input
        {...useControl(name, describedBy ?? (hint && `${id}-hint`))}
        type="text"
        placeholder=" "
        required={required || rules.required}
        maxLength={rules.clean === 'code' ? undefined : rules.maxLength}
        pattern={buildPattern(rules)}
        defaultValue={value}
        {...attributes}
      />
      <Hint id={id} hint={hint} />
      <FieldMessage name={name} alert={alert} />
    </div>
  );
}

type EmailFieldProps = Pick<TextFieldProps, 'label' | 'hint' | 'required' | 'autoFocus' | 'enterKeyHint' | 'alert'>;

/** The visitor's own email address: suitable keyboard, autocompletion, no autocorrection. */
export function EmailField(props: EmailFieldProps): ReactNode {
  return (
    <TextField
      {...props}
      name="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A code with spaces, or a pasted link with one, is cleaned before validation: at least four letters or digits. */
const UNCLEAN_CODE = '[^\\p{L}\\p{N}]*(?:[\\p{L}\\p{N}][^\\p{L}\\p{N}]*){4,}';

/** Autocompletion on phones may append a space, which the server trims. HTML anchors patterns itself. */
function buildPattern({ pattern, clean }: Pick<FieldRules, 'pattern' | 'clean'>): string | undefined {
  if (clean === 'code') return UNCLEAN_CODE;
  return pattern && `\\s*(?:${pattern.replaceAll(/^\^|\$$/g, '')})\\s*`;
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Text of the empty option. */
  readonly placeholder: LocalizedText;
  readonly autoComplete?: string;
}

/** A native `select` with an empty first option, so that `required` works. */
export function SelectField({
  name,
  label,
  hint,
  className,
  required = false,
  options,
  placeholder,
  autoComplete,
}: SelectFieldProps): ReactNode {
  const { id, rules, value } = useField(name);
  return (
    <div className={cx('field', className)}>
      <Text value={label} as="label" htmlFor={id} />
      <div className="field-select">
        <select
          {...useControl(name, hint && `${id}-hint`)}
          required={required || rules.required}
          defaultValue={value ?? ''}
          autoComplete={autoComplete}
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
        <Icon name="down" />
      </div>
      <Hint id={id} hint={hint} />
      <FieldMessage name={name} />
    </div>
  );
}

export interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: LocalizedText }[];
}

/** Segmented radio buttons. The first one has the field's id and receives the focus. */
export function ChoiceField({ name, label, className, required = false, options }: ChoiceFieldProps): ReactNode {
  const { id, rules, value, error, hasMessage } = useField(name);
  const isRequired = required || rules.required;
  return (
    <fieldset
      className={cx('field', className)}
      role="radiogroup"
      aria-required={isRequired}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-message`}
      aria-errormessage={hasMessage ? `${id}-message` : undefined}
    >
      <Text value={label} as="legend" />
      <div className="segments">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={option.value}
              required={isRequired}
              defaultChecked={value === option.value}
            />
            <Text value={option.label} as="span" />
          </label>
        ))}
      </div>
      <FieldMessage name={name} />
    </fieldset>
  );
}

/** A checkbox with a text that may contain links; `hint` is additional text. */
export function CheckField({ name, label, hint, className, required = false }: FieldProps): ReactNode {
  const { rules, value } = useField(name);
  return (
    <div className={cx('field check', className)}>
      <label>
        <input
          {...useControl(name)}
          type="checkbox"
          className="box"
          required={required || rules.required}
          defaultChecked={value === 'on'}
        />
        <span>
          <Text value={label} />
          {hint && (
            <>
              {' '}
              <Text value={hint} as="span" className="muted" />
            </>
          )}
        </span>
      </label>
      <FieldMessage name={name} />
    </div>
  );
}

/** Attributes that connect a control with its label, hint and message. A message replaces the hint, visually and for screen readers. */
export function useControl(
  name: string,
  hintId?: string,
): InputHTMLAttributes<HTMLElement> & { readonly name: string } {
  const { id, error, hasMessage } = useField(name);
  return {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-message` : hintId,
    'aria-errormessage': hasMessage ? `${id}-message` : undefined,
  };
}

export function Hint({ id, hint }: { readonly id: string; readonly hint: LocalizedText | undefined }): ReactNode {
  return hint && <Text value={hint} as="p" className="field-hint" id={`${id}-hint`} />;
}
