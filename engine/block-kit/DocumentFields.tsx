import type { ReactNode } from 'react';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import { cx } from './cx.ts';
import { CheckField, SelectField, TextField } from './fields.tsx';
import { useForm } from './Form.tsx';
import type { ChosenForm, ControlTexts, FieldControl, FieldOption } from './form-types.ts';
import { ChoicesField, DateField, RadioField, TextAreaField } from './rare-fields.tsx';
import type { QuestionFields } from './question-fields.ts';
import { Text } from './Text.tsx';
import type { LocalizedText } from './types.ts';

/* Not exported from the index, so that only blocks with form documents load this file. */

interface DocumentFieldsProps extends ChosenForm {
  /** Fields to show; default: all of the form document. */
  readonly names?: readonly string[];
}

/** Fields of a form document: of its own form, or questions added to a journey's form. */
export function DocumentFields({ form, names }: DocumentFieldsProps): ReactNode {
  const { fields, controlTexts: words } = useForm(form);
  if (words === undefined) return null;
  return (names ?? Object.keys(fields)).map((name) => {
    const { control, required = false, minLength } = fields[name] ?? {};
    return control && <DocumentField key={name} {...{ name, control, required, minLength, words }} />;
  });
}

/** Whether the label is placed beside a checkbox. */
const isBox = ({ type }: FieldControl): boolean => type === 'checkbox' || type === 'consent';

interface DocumentFieldProps {
  readonly name: string;
  readonly control: FieldControl;
  readonly required: boolean;
  readonly minLength: number | undefined;
  readonly words: ControlTexts;
}

/** A field of a form document. A conditional one is hidden by the page's style sheet while its condition does not hold. */
function DocumentField(props: DocumentFieldProps): ReactNode {
  const { name, control } = props;
  if (control.isConditional !== true) return <Field {...props} />;
  return (
    <div className={cx(control.isHalf && 'half')} data-when={name}>
      <Field {...props} />
    </div>
  );
}

const keyboards = { text: undefined, email: 'email', tel: 'tel', number: 'numeric' } as const;

function Field({ name, control, required, minLength, words }: DocumentFieldProps): ReactNode {
  const { type, help, options = [], autocomplete, rows, from, to } = control;
  const field = {
    name,
    label: required || isBox(control) ? control.label : nameOptional(control.label, words.optional),
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
          placeholder={words.choose}
          options={options.map((option) => ({ value: option.value, label: toPlainText(option.label) }))}
        />
      );
    case 'radio':
      return <RadioField {...field} options={options.map(showOption)} />;
    case 'checkboxes':
      return <ChoicesField {...field} options={options.map(showOption)} />;
    case 'checkbox':
    case 'consent':
      return <CheckField {...field} />;
  }
}

function showOption({ value, label, price }: FieldOption): { readonly value: string; readonly label: ReactNode } {
  const words = (
    <>
      <Text value={label} as="span" /> {price && <Text value={price} as="strong" />}
    </>
  );
  return { value, label: words };
}

/** Optional fields are marked instead of required ones, because they are fewer. */
function nameOptional(label: LocalizedText, word: LocalizedText): LocalizedText {
  return { lang: label.lang, parts: [...label.parts, ` (${toPlainText(word)})`] };
}

/** Provided by pages whose journey forms have questions. */
export const documentFields: QuestionFields = {
  render: (form) => <DocumentFields form={form} />,
  listLabels: (fields) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { control }]) =>
        control === undefined ? [] : [[name, isBox(control) ? null : control.label]],
      ),
    ),
};
