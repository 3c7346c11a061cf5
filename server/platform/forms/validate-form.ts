import { clean, type CleanKind } from '#engine/shared/clean-input.ts';
import { cleanToken } from '#engine/shared/clean-token.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { refusedCharacters } from '#engine/shared/refusals.ts';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readEmail } from '#server/platform/forms/email.ts';
import { formFiles } from '#schemas/generated/form-files.ts';
import type { FormName, FormValues } from '#schemas/generated/forms.ts';

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
export function validateForm<Name extends FormName>(name: Name, input: unknown): FormResult<FormValues[Name]> {
  const form = formNamed(name);
  const value = isRecord(input) ? normalizeInput(form, input) : input;
  if (!form.validate(value)) return { ok: false, errors: fieldErrors(form, value) };
  if (isRecord(value) && typeof value['email'] === 'string' && !readEmail(value['email'])) {
    return { ok: false, errors: [{ field: 'email', message: messageFor(form, 'email', 'pattern') }] };
  }
  // Checked edge: validated by the schema.
  return { ok: true, value: value as FormValues[Name] };
}

/**
 * Values of a form posted without JavaScript, by field, as `validateForm` expects them: a checked box is `true`, an unchecked one and an empty field
 * are left out as browsers do not distinguish them from absent fields, repeated fields become an array. Unknown fields are dropped.
 */
export function readPostedForm(name: FormName, fields: URLSearchParams): Record<string, unknown> {
  const entries = Object.entries(formNamed(name).properties).flatMap(([field, schema]): [string, unknown][] => {
    const values = fields.getAll(field);
    if (schema.type === 'boolean')
      return values.some((value) => ['on', 'true', '1'].includes(value)) ? [[field, true]] : [];
    if (schema.type === 'array') return values.length > 0 ? [[field, values]] : [];
    return values[0] ? [[field, values[0]]] : [];
  });
  return Object.fromEntries(entries);
}

/** Posted fields with texts normalized by the form's schema (Z1). */
export function cleanFields(name: FormName, fields: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...fields].map(([field, value]) => [field, cleanField(name, field, value)]));
}

/** A text normalized by the form's schema; unknown fields stay unchanged. */
export function cleanField(name: FormName, field: string, text: string): string {
  const { properties } = formNamed(name);
  const kind = Object.hasOwn(properties, field) ? properties[field]?.clean : undefined;
  return kind === undefined ? text : cleanAs(kind, text);
}

interface Property {
  readonly type: string;
  readonly messages?: Readonly<Record<string, string>>;
  readonly clean?: CleanKind;
}

interface Form {
  readonly validate: ValidateFunction;
  readonly properties: Readonly<Record<string, Property>>;
}

const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true });
ajv.addKeyword({ keyword: 'messages', schemaType: 'object' });
ajv.addKeyword({ keyword: 'clean', schemaType: 'string' });
ajv.addKeyword({ keyword: 'shownBy', schemaType: 'object' });

function load(file: string): Form {
  const schema = JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  return { validate: ajv.compile(schema), properties: schema.properties };
}

const forms: ReadonlyMap<FormName, Form> = new Map([...formFiles].map(([name, file]) => [name, load(file)]));

function formNamed(name: FormName): Form {
  const form = forms.get(name);
  if (form === undefined) throw new InternalError(`The form "${name}" does not exist.`);
  return form;
}

function normalizeInput({ properties }: Form, input: Record<string, unknown>): Record<string, unknown> {
  const tidied: Record<string, unknown> = Object.create(null);
  for (const [field, value] of Object.entries(input)) {
    const kind = Object.hasOwn(properties, field) ? properties[field]?.clean : undefined;
    tidied[field] = typeof value === 'string' ? normalizeText(kind, value) : value;
  }
  return tidied;
}

function normalizeText(kind: CleanKind | undefined, text: string): string {
  return kind === undefined ? text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ') : cleanAs(kind, text);
}

const cleanAs = (kind: CleanKind, text: string): string => (kind === 'token' ? cleanToken(text) : clean(kind, text));

/** One error per field: the first to correct. */
function fieldErrors(form: Form, value: unknown): FieldError[] {
  const errors = form.validate.errors ?? [];
  const byField = new Map<string, FieldError>();
  for (const error of errors) {
    const field = findField(error);
    const keyword = isRecord(value) && value[field] === '' ? 'required' : error.keyword;
    if (!byField.has(field)) byField.set(field, { field, message: messageFor(form, field, keyword) });
  }
  return [...byField.values()];
}

function findField(error: ErrorObject): string {
  if (error.keyword === 'required') return String(error.params['missingProperty']);
  if (error.keyword === 'additionalProperties') return String(error.params['additionalProperty']);
  return error.instancePath.split('/')[1] ?? '';
}

const messageFor = (form: Form, field: string, keyword: string): string =>
  (Object.hasOwn(form.properties, field) ? form.properties[field]?.messages?.[keyword] : undefined) ??
  refusedCharacters;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
