import type { FieldView, FormView, PasskeyView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

export interface FormOptions {
  readonly action: string;
  /** Default: the name of the action. Set it where an action appears more than once on a page. */
  readonly id?: string;
  readonly submit: string;
  readonly title?: string;
  readonly text?: string;
  readonly fields?: readonly FieldView[];
  readonly hidden?: Readonly<Record<string, string>>;
  readonly danger?: boolean;
  readonly primary?: boolean;
  readonly or?: string;
  readonly multipart?: boolean;
  readonly passkey?: PasskeyView;
}

/** Maximum length of a value that is shown again, above the limit of every one-line field. */
const MAX_LENGTH = 1_000;

/** The form of an action; after a refusal with the typed values and errors. */
export function buildFormView(
  request: AdminRequest,
  { action, id = action, fields = [], hidden, ...rest }: FormOptions,
): FormView {
  const { refused } = request;
  const own = refused !== null && refused.action === action && hasSame(refused.values, hidden) ? refused : null;
  return {
    ...rest,
    id,
    method: 'post',
    action: request.actionHref(action),
    hidden: { ...request.hidden(), ...hidden },
    fields: own === null ? fields : fields.map((field) => refilled(field, own.values, own.errors)),
    ...(own?.message !== undefined && { error: own.message }),
  };
}

/** The same action may stand in many rows: errors are shown in the row that was sent. */
function hasSame(values: Readonly<Record<string, string>>, hidden: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(hidden).every(([name, value]) => values[name] === value);
}

function refilled(
  field: FieldView,
  values: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string>>,
): FieldView {
  const { [field.name]: typed } = values;
  const { [field.name]: error } = errors;
  const value = field.type === 'textarea' ? typed : typed?.slice(0, MAX_LENGTH);
  return { ...field, ...(value !== undefined && { value }), ...(error !== undefined && { error }) };
}
