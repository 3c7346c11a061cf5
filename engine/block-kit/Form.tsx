import { createContext, type FormHTMLAttributes, type ReactNode, useContext } from 'react';
import type { FormName } from '#schemas/generated/forms.ts';
import type { BoundField, BoundForm } from './form-types.ts';
import { Icon } from './Icon.tsx';
import { usePage } from './page-context.ts';
import { Text } from './Text.tsx';
import type { LocalizedText } from './types.ts';

interface FormContext {
  readonly id: string;
  readonly form: BoundForm;
}

const CurrentForm = createContext<FormContext | null>(null);

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'id'> {
  readonly id: string;
  /** Form schema under `schemas/forms/`; the block's schema must list it in `forms`. */
  readonly form: FormName;
  /** Use case it posts to: `/<locale>/do/<useCase>`. */
  readonly useCase: string;
}

/** A real form: it posts and is answered without JavaScript. */
export function Form({ id, form, useCase, children, ...attributes }: FormProps): ReactNode {
  const page = usePage();
  const bound = page.forms[form];
  if (bound === undefined) throw new Error(`The form "${form}" is not announced. Add it to "forms" in the block's schema.`);
  return (
    <form id={id} method="post" action={page.actionBase + useCase} {...attributes}>
      <CurrentForm value={{ id, form: bound }}>{children}</CurrentForm>
    </form>
  );
}

/** What a field component needs: rules, ids that belong together, the value typed before and the message of a refusal. */
export function useField(name: string): {
  readonly id: string;
  readonly rules: BoundField;
  readonly value: string | undefined;
  readonly error: LocalizedText | undefined;
} {
  const context = useContext(CurrentForm);
  if (context === null) throw new Error(`The field "${name}" stands outside a form.`);
  const rules = context.form.fields[name];
  if (rules === undefined) throw new Error(`The form has no field "${name}". Its fields are ${Object.keys(context.form.fields).join(', ')}.`);
  return { id: `${context.id}-${name}`, rules, value: context.form.values[name], error: context.form.errors[name] };
}

interface ErrorSummaryProps {
  readonly title: LocalizedText;
  /** Names of the fields, for errors of fields whose message does not name them. */
  readonly labels: Readonly<Record<string, LocalizedText>>;
}

/** What is to be mended, with a link to each field (WCAG 3.3.1); nothing while nothing was refused. */
export function ErrorSummary({ title, labels }: ErrorSummaryProps): ReactNode {
  const context = useContext(CurrentForm);
  if (context === null) throw new Error('The error summary stands outside a form.');
  const { errors, refusal } = context.form;
  const fields = Object.entries(errors);
  if (fields.length === 0 && refusal === null) return null;
  return (
    <div className="form-summary" role="alert" tabIndex={-1} id={`${context.id}-summary`}>
      <Text value={title} as="p" className="form-summary-title" />
      {refusal && <Text value={refusal} as="p" />}
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, error]) => (
            <li key={name}>
              <a href={`#${context.id}-${name}`}>
                {labels[name] && (
                  <>
                    <Text value={labels[name]} />:{' '}
                  </>
                )}
                <Text value={error} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The messages of a field. The server's stands alone; otherwise the browser chooses by `:user-invalid`: `missing` while the
 * field is empty, `pattern` when what was typed does not fit.
 */
export function FieldMessage({ name }: { readonly name: string }): ReactNode {
  const { id, rules, error } = useField(name);
  const { required, pattern } = rules.messages;
  return (
    <p className="field-message" id={`${id}-message`}>
      <Icon name="pen" />
      {error ? (
        <Text value={error} as="span" className="field-message-server" />
      ) : (
        <>
          {required && <Text value={required} as="span" className="field-message-missing" />}
          {pattern && <Text value={pattern} as="span" className="field-message-pattern" />}
        </>
      )}
    </p>
  );
}
