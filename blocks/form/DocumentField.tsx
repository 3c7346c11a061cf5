import type { ReactNode } from 'react';
// Not by the index: they would be in the file that every form loads.
import { ChoicesField, DateField, RadioField, TextAreaField } from '#engine/block-kit/rare-fields.tsx';
import {
  CheckField,
  cx,
  type FieldControl,
  type FormProps,
  plainText,
  SelectField,
  Text,
  TextField,
} from '#engine/block-kit/index.ts';

interface DocumentFieldProps {
  readonly name: string;
  readonly control: FieldControl;
  readonly required: boolean;
  readonly minLength: number | undefined;
  readonly strings: FormProps['strings'];
}

/** Whether the label of a field is beside a box to tick. */
export const isBox = ({ type }: FieldControl): boolean => type === 'checkbox' || type === 'consent';

/** A field of a form document. One under a condition is hidden by the page's style sheet while that does not hold. */
export function DocumentField(props: DocumentFieldProps): ReactNode {
  const { name, control } = props;
  if (control.isConditional !== true) return <Field {...props} />;
  return (
    <div className={cx(control.isHalf && 'half')} data-when={name}>
      <Field {...props} />
    </div>
  );
}

const keyboards = { text: undefined, email: 'email', tel: 'tel', number: 'numeric' } as const;

function Field({ name, control, required, minLength, strings }: DocumentFieldProps): ReactNode {
  const { type, help, options = [], autocomplete, rows, from, to } = control;
  const field = {
    name,
    label: required || isBox(control) ? control.label : optional(control.label, strings.optional),
    hint: help,
    className: cx(control.isHalf === true && control.isConditional !== true && 'half'),
  };
  switch (type) {
    case 'text':
    case 'email':
    case 'tel':
    case 'number':
      return (
        <TextField
          {...field}
          inputMode={keyboards[type]}
          minLength={minLength}
          autoComplete={autocomplete ?? (type === 'text' || type === 'number' ? undefined : type)}
          autoCapitalize={type === 'email' ? 'none' : undefined}
          spellCheck={type === 'text' ? undefined : false}
        />
      );
    case 'textarea':
      return <TextAreaField {...field} rows={rows} />;
    case 'date':
      return <DateField {...field} from={from} to={to} autoComplete={autocomplete} />;
    case 'select':
      return (
        <SelectField
          {...field}
          placeholder={strings.choose}
          options={options.map((option) => ({ value: option.value, label: plainText(option.label) }))}
        />
      );
    case 'radio':
      return <RadioField {...field} options={options} />;
    case 'checkboxes':
      return (
        <ChoicesField
          {...field}
          options={options.map((option) => ({ value: option.value, label: <Text value={option.label} as="span" /> }))}
        />
      );
    case 'checkbox':
    case 'consent':
      return <CheckField {...field} />;
  }
}

/** Few fields may be left out: these say so, instead of a star at all others. */
function optional(label: FieldControl['label'], word: FieldControl['label']): FieldControl['label'] {
  return { lang: label.lang, parts: [...label.parts, ` (${plainText(word)})`] };
}
