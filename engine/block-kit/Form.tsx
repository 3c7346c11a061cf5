import type { ShownForm } from '#engine/shared/shown-form.ts';
import { createContext, type FormHTMLAttributes, type ReactNode, useContext } from 'react';
import { UserError } from '#engine/shared/errors.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { BoundField, BoundForm, ChosenForm } from './form-types.ts';
import { FormCountry } from './CountryLink.tsx';
import { Icon } from './Icon.tsx';
import { usePage } from './page-context.ts';
import { useFormRef } from './ports.ts';
import { getQuestionFields } from './question-fields.ts';
import { Text } from './Text.tsx';
import type { LocalizedText } from './types.ts';

interface FormContext {
  readonly id: string;
  readonly form: BoundForm;
}

const CurrentForm = createContext<FormContext | null>(null);

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'id'> {
  readonly id: string;
  /** Form schema of a journey; the block's schema must list it in `forms`. */
  readonly form: ShownForm;
  /** Fragment of the page to return to, such as `#join`. */
  readonly hash?: string;
}

/** A form that works without JavaScript. It submits its document, so that errors are shown on the same page. */
export function Form({ id, form, hash = '', className, children, ...attributes }: FormProps): ReactNode {
  const page = usePage();
  const bound = useForm(form);
  return (
    <form
      ref={useFormRef(form)}
      id={id}
      method="post"
      // Errors are shown by the page, in its language, instead of by the browser.
      noValidate
      action={bound.action + hash}
      className={className}
      {...attributes}
    >
      <CurrentForm value={{ id, form: bound }}>
        <FormCountry value={{ country: bound.values['country'] }}>{children}</FormCountry>
      </CurrentForm>
      <input type="hidden" name="document" value={page.document} />
    </form>
  );
}

/** A form of the page with its rules; after an error with submitted values and messages. */
export function useForm(name: ShownForm): BoundForm {
  const form = usePage().forms[name];
  if (form === undefined) throw new UserError(`The form "${name}" is not in "forms" of the block's schema.`);
  return form;
}

/** What a field component needs: rules, related ids, the submitted value and the error message. */
export function useField(name: string): {
  readonly id: string;
  readonly rules: BoundField;
  readonly value: string | undefined;
  readonly error: LocalizedText | undefined;
  /** Whether the field has a message element, shown or not, for `aria-describedby`. */
  readonly hasMessage: boolean;
} {
  const { id, form } = useCurrentForm(`The field "${name}"`);
  const rules = form.fields[name];
  if (rules === undefined)
    throw new UserError(`The form has no field "${name}". Its fields are ${Object.keys(form.fields).join(', ')}.`);
  const error = form.errors[name];
  const { required, pattern } = rules.messages;
  return {
    id: `${id}-${name}`,
    rules,
    value: form.values[name],
    error,
    hasMessage: (error ?? required ?? pattern) !== undefined,
  };
}

function useCurrentForm(what: string): FormContext {
  const context = useContext(CurrentForm);
  if (context === null) throw new UserError(`${what} is outside a form.`);
  return context;
}

/** Questions of a form document beside the fields of a journey's form; empty on most pages. */
export function Questions({ form }: ChosenForm): ReactNode {
  return getQuestionFields()?.render(form);
}

interface ErrorSummaryProps {
  /** Labels of the form's fields in order; `null` where the message names the field, such as beside a checkbox. Fields of form documents are appended. */
  readonly labels: Readonly<Record<string, LocalizedText | null>>;
}

/** List of errors with a link to each field (WCAG 3.3.1, 3.3.3). It receives the focus, and is absent without errors. */
export function ErrorSummary({ labels: own }: ErrorSummaryProps): ReactNode {
  const { id, form } = useCurrentForm('The error summary');
  const labels = { ...own, ...getQuestionFields()?.listLabels(form.fields) };
  const { errors, refusal, words } = form;
  const order = Object.keys(labels);
  const fields = Object.entries(errors).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  if (fields.length === 0 && refusal === null) return null;
  // Prefilled values were not typed, and rejected ones are not stored.
  const hasStored = Object.entries(form.values).some(
    ([name, value]) => value !== '' && errors[name] === undefined && order.includes(name),
  );
  return (
    <div className="form-summary" role="alert" tabIndex={-1} autoFocus id={`${id}-summary`}>
      <Icon name="pen" />
      <div>
        <Text
          value={refusal ?? (fields.length === 1 ? words.one : words.several)}
          as="p"
          className="form-summary-title"
        />
        {fields.length > 0 && (
          <ul>
            {fields.map(([name, error]) => (
              <li key={name}>
                <FieldError label={labels[name]} href={`#${id}-${name}`} error={error} />
              </li>
            ))}
          </ul>
        )}
        {hasStored && <Text value={fields.length > 0 ? words.kept : words.allKept} as="p" />}
      </div>
    </div>
  );
}

interface FieldErrorProps {
  readonly label: LocalizedText | null | undefined;
  readonly href: string;
  readonly error: LocalizedText;
}

/** No link for a field that the form does not show. */
function FieldError({ label, href, error }: FieldErrorProps): ReactNode {
  if (label === undefined) return <Text value={error} />;
  return (
    <>
      <a href={href}>
        <Text value={label ?? error} />
      </a>
      {label && (
        <>
          {': '}
          <Text value={error} />
        </>
      )}
    </>
  );
}

interface FieldMessageProps {
  readonly name: string;
  /** Whether it is announced when it appears; not needed beside a summary. */
  readonly alert?: boolean;
}

/**
 * Error messages of a field. A message of the server replaces the others; otherwise CSS selects by `:user-invalid`: `missing` for an empty field, `pattern`
 * for an invalid value.
 */
export function FieldMessage({ name, alert = false }: FieldMessageProps): ReactNode {
  const { id, rules, error } = useField(name);
  const { required, pattern } = rules.messages;
  const only = error ?? required ?? pattern;
  if (only === undefined) return null;
  const differ = !error && required && pattern && toPlainText(required) !== toPlainText(pattern);
  return (
    <p className="field-message" id={`${id}-message`} role={alert ? 'alert' : undefined}>
      <Icon name="pen" />
      {differ ? (
        <span>
          <Text value={required} as="span" className="field-missing" />
          <Text value={pattern} as="span" className="field-pattern" />
        </span>
      ) : (
        <Text value={only} as="span" />
      )}
    </p>
  );
}
