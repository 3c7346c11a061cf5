import type { FieldRules, FormName } from '#schemas/generated/forms.ts';
import { names } from '#tests/helpers/form-corpus.ts';
import { getProjectRules } from '#tests/helpers/project-forms.ts';

export type Fields = Readonly<Record<string, string>>;

/** What a person types into every form. */
export interface Known {
  readonly email: string;
  readonly code: string;
  /** Of the mail that the form's page was opened with. */
  readonly token?: string;
}

/** Values that the rules of a form let pass: every box ticked, the first of every choice, names that people have. */
export function validFields(form: FormName, known: Known): Record<string, string> {
  const entries = Object.entries(getProjectRules(form)).flatMap(([field, rules], index): [string, string][] => {
    const value = validValue(field, rules, known, index);
    return value === null ? [] : [[field, value]];
  });
  return Object.fromEntries(entries);
}

/** `null` for what a person does not type. */
function validValue(field: string, rules: FieldRules, known: Known, index: number): string | null {
  if (rules.kind === 'flag') return 'on';
  if (rules.kind !== 'text') return rules.options?.[0] ?? '';
  if (field === 'validityTimestamp') return null;
  if (Object.hasOwn(known, field)) return known[field as keyof Known] ?? null;
  const fitting = names.filter((name) => fits(name, rules));
  const value = fitting[index % fitting.length];
  if (value === undefined && rules.required) throw new Error(`No value is known for the field "${field}".`);
  return value ?? null;
}

function fits(
  value: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '' }: FieldRules,
): boolean {
  return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value);
}

/** One field left empty that the form asks for, and what is said of it. */
export interface Mistake {
  readonly field: string;
  readonly message: string;
}

/** Every field that may not be left empty; a token is nothing that anybody types. */
export function mistakesIn(form: FormName): readonly Mistake[] {
  return Object.entries(getProjectRules(form)).flatMap(([field, { required, messages }]) =>
    required && field !== 'token' ? [{ field, message: messages['required'] ?? '' }] : [],
  );
}

/** What a page shows again of what was typed. */
export function shownAgain(form: FormName, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field !== 'token' && Object.hasOwn(getProjectRules(form), field)),
  );
}
