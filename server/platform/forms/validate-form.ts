import { clean, type CleanKind } from '#engine/shared/clean-input.ts';
import { cleanToken } from '#engine/shared/clean-token.ts';
import { refusedCharacters } from '#engine/shared/refusals.ts';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readEmail } from '#server/platform/forms/email.ts';
import { formFiles } from '#schemas/generated/form-files.ts';
import {
  type FormFields,
  type FormRules,
  formRules,
  type FormValues,
  type SchemaForm,
} from '#schemas/generated/forms.ts';

/** A field with the key of its error message, such as `errors.firstName`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type FormResult<Values> =
  | { readonly ok: true; readonly value: Values }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Normalizes texts (Z1) and validates a form against its JSON Schema (V1).
 * Unknown fields are rejected, including `__proto__` and `constructor`.
 */
export function validateForm<Name extends SchemaForm>(name: Name, input: unknown): FormResult<FormValues[Name]> {
  // Checked edge: validated by the form's own schema.
  return validateFields({ schema: name, rules: formRules[name] }, input) as FormResult<FormValues[Name]>;
}

/** The same for the fields of any form of a journey. */
export function validateFields({ schema, rules }: FormFields, input: unknown): FormResult<Record<string, unknown>> {
  const validate = getValidator(schema, rules);
  const value = isRecord(input) ? normalizeInput(rules, input) : input;
  if (!validate(value)) return { ok: false, errors: fieldErrors(validate.errors ?? [], rules, value) };
  if (isRecord(value) && typeof value['email'] === 'string' && !readEmail(value['email'])) {
    return { ok: false, errors: [{ field: 'email', message: messageFor(rules, 'email', 'pattern') }] };
  }
  // Checked edge: schemas of forms are those of objects.
  return { ok: true, value: value as Record<string, unknown> };
}

/**
 * Values of a form posted without JavaScript, by field, as `validateForm` expects them: a checked box is `true`, an unchecked one and an empty field
 * are left out as browsers do not distinguish them from absent fields, repeated fields become an array. Unknown fields are dropped.
 */
export function readPostedForm(rules: FormRules, fields: URLSearchParams): Record<string, unknown> {
  const entries = Object.entries(rules).flatMap(([field, { kind }]): [string, unknown][] => {
    const values = fields.getAll(field);
    if (kind === 'flag') return values.some((value) => ['on', 'true', '1'].includes(value)) ? [[field, true]] : [];
    if (kind === 'choices') return values.length > 0 ? [[field, values]] : [];
    return values[0] ? [[field, values[0]]] : [];
  });
  return Object.fromEntries(entries);
}

/** Posted fields with texts normalized by the rules of their fields (Z1). */
export function cleanFields(rules: FormRules, fields: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...fields].map(([field, text]) => {
      const kind = cleanKind(rules, field);
      return [field, kind === undefined ? text : cleanAs(kind, text)];
    }),
  );
}

/** A text normalized by the form's schema; unknown fields stay unchanged. */
export function cleanField(name: SchemaForm, field: string, text: string): string {
  const kind = cleanKind(formRules[name], field);
  return kind === undefined ? text : cleanAs(kind, text);
}

const cleanKind = (rules: FormRules, field: string): CleanKind | undefined =>
  Object.hasOwn(rules, field) ? rules[field]?.clean : undefined;

const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true });
ajv.addKeyword({ keyword: 'messages', schemaType: 'object' });
ajv.addKeyword({ keyword: 'clean', schemaType: 'string' });
ajv.addKeyword({ keyword: 'shownBy', schemaType: 'object' });

const schemas: ReadonlyMap<SchemaForm, FormSchema> = new Map(
  [...formFiles].map(([name, file]) => [
    name,
    JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')),
  ]),
);

interface FormSchema {
  readonly properties: Readonly<Record<string, object>>;
}

/** Validators by fields. Those of forms with a schema are compiled at start; the steps of all publications have few different fields. */
const validators = new Map<string, ValidateFunction>(
  [...schemas].map(([name, schema]) => [nameFields(name, formRules[name]), ajv.compile(schema)]),
);

function nameFields(name: SchemaForm, rules: FormRules): string {
  return `${name} ${Object.keys(rules)
    .map((field) => (rules[field]?.required === true ? `${field}!` : field))
    .join(' ')}`;
}

/** Validator of the fields that have rules, by the form's schema; a step may require fewer of them. */
function getValidator(name: SchemaForm, rules: FormRules): ValidateFunction {
  const key = nameFields(name, rules);
  const known = validators.get(key);
  if (known !== undefined) return known;
  const { properties } = schemas.get(name) ?? { properties: {} };
  const validate = ajv.compile({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(rules).filter((field) => rules[field]?.required === true),
    properties: Object.fromEntries(Object.keys(rules).map((field) => [field, properties[field]])),
  });
  validators.set(key, validate);
  return validate;
}

function normalizeInput(rules: FormRules, input: Record<string, unknown>): Record<string, unknown> {
  const tidied: Record<string, unknown> = Object.create(null);
  for (const [field, value] of Object.entries(input))
    tidied[field] = typeof value === 'string' ? normalizeText(cleanKind(rules, field), value) : value;
  return tidied;
}

function normalizeText(kind: CleanKind | undefined, text: string): string {
  return kind === undefined ? text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ') : cleanAs(kind, text);
}

const cleanAs = (kind: CleanKind, text: string): string => (kind === 'token' ? cleanToken(text) : clean(kind, text));

/** One error per field: the first to correct. */
function fieldErrors(errors: readonly ErrorObject[], rules: FormRules, value: unknown): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of errors) {
    const field = findField(error);
    const keyword = isRecord(value) && value[field] === '' ? 'required' : error.keyword;
    if (!byField.has(field)) byField.set(field, { field, message: messageFor(rules, field, keyword) });
  }
  return [...byField.values()];
}

function findField(error: ErrorObject): string {
  if (error.keyword === 'required') return String(error.params['missingProperty']);
  if (error.keyword === 'additionalProperties') return String(error.params['additionalProperty']);
  return error.instancePath.split('/')[1] ?? '';
}

const messageFor = (rules: FormRules, field: string, keyword: string): string =>
  (Object.hasOwn(rules, field) ? rules[field]?.messages[keyword] : undefined) ?? refusedCharacters;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
