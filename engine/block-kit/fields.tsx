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
  /** Asks for an answer although the form's schema could do without one. */
  readonly required?: boolean;
}

interface TextFieldProps
  extends
    FieldProps,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'autoFocus' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'enterKeyHint' | 'minLength'
    > {
  /** Id of a hint that is elsewhere. */
  readonly describedBy?: string | undefined;
  /** For a form without a summary: the message is an alert, so that it also reaches anyone who is in the field already. */
  readonly alert?: boolean;
}

/** One line of text under a label that stays. `placeholder=" "` lets the style sheet distinguish an empty field from a wrong one. */
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

/** The visitor's own address in the field `email`: a phone shows the keyboard for it, offers it, and corrects nothing. */
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

/** A code with blanks, or a whole link with one, is cleaned before it is checked: as it is typed it has four letters or digits at least. */
const UNCLEAN_CODE = '[^\\p{L}\\p{N}]*(?:[\\p{L}\\p{N}][^\\p{L}\\p{N}]*){4,}';

/** Autocompletion of phones leaves a blank after what it writes; the server trims before it checks. HTML anchors patterns itself. */
function buildPattern({ pattern, clean }: Pick<FieldRules, 'pattern' | 'clean'>): string | undefined {
  if (clean === 'code') return UNCLEAN_CODE;
  return pattern && `\\s*(?:${pattern.replaceAll(/^\^|\$$/g, '')})\\s*`;
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Words of the option that stands for no choice yet. */
  readonly placeholder: LocalizedText;
  readonly autoComplete?: string;
}

/** A native `select`; its first option is not an answer, so that `required` holds. */
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

/** One of a few: joined segments, each a native radio button. The first one takes the focus for all (its id is the field's). */
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

/** A box to tick with its words, which may hold links; `hint` is the longer, quieter part of them. */
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

/** Attributes that tie a control to its name, hint and message. The hint gives way to the message, for the eye and the ear. */
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
