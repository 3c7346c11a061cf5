import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { fieldTexts } from '#engine/shared/engine-texts.ts';
import type { FormDocument, FormField, FormOption, Text } from '#schemas/generated/documents.ts';
import { formFieldDefaults } from '#schemas/generated/defaults.ts';
import type { FieldRules } from '#schemas/generated/forms.ts';

/** Validation rules of an answer. */
export type FieldRuleName = 'required' | 'pattern' | 'minLength' | 'maxLength' | 'places';

/** A message of the document, or the key of an engine message. */
export type RuleMessage = { readonly text: Text } | { readonly word: keyof typeof fieldTexts };

/** Rules of a field of a form document. */
export interface DocumentFieldRules extends Omit<FieldRules, 'messages'> {
  readonly field: FormField;
  readonly messages: Readonly<Partial<Record<FieldRuleName, RuleMessage>>>;
}

/** Rules of the fields by name, in the order of the document. */
export const getFieldRules = memoizePerObject(
  (form: FormDocument): ReadonlyMap<string, DocumentFieldRules> =>
    new Map(form.fields.map((field) => [field.name, buildFieldRules(withFieldDefaults(field), form)])),
);

/** A field with the defaults of its type. */
export function withFieldDefaults<Field extends FormField>(field: Field): Field {
  return { ...formFieldDefaults[field.type], ...field };
}

function buildFieldRules(field: FormField, { places }: FormDocument): DocumentFieldRules {
  const { messages: own = {} } = field;
  const message = (text: Text | undefined, word: keyof typeof fieldTexts): RuleMessage =>
    text === undefined ? { word } : { text };
  const [required, invalid] = selectMessages(field.type);
  const isText = toValueKind(field.type) === 'text';
  return {
    field,
    kind: toValueKind(field.type),
    required: field.required === true,
    ...buildLimits(field),
    messages: {
      ...(field.required === true && { required: message(own.required, required) }),
      ...(hasPattern(field) && { pattern: message(own.invalid, invalid) }),
      // Browsers distinguish missing and malformed values; for a text without a pattern only the length can be wrong.
      ...(isText && !hasPattern(field) && 'minLength' in field && { pattern: message(own.invalid, 'minLength') }),
      ...(isText && {
        minLength: message(own.invalid, 'minLength'),
        maxLength: message(own.invalid, 'maxLength'),
      }),
      ...(places?.counts === field.name && { places: { word: 'places' } }),
    },
  };
}

type FieldType = FormField['type'];

function toValueKind(type: FieldType): FieldRules['kind'] {
  if (type === 'select' || type === 'radio') return 'choice';
  if (type === 'checkboxes') return 'choices';
  return type === 'checkbox' || type === 'consent' ? 'flag' : 'text';
}

/** Keys of the engine's messages for a missing and for an invalid answer. */
function selectMessages(
  type: FieldType,
): readonly [required: keyof typeof fieldTexts, invalid: keyof typeof fieldTexts] {
  switch (type) {
    case 'email':
      return ['requiredEmail', 'invalidEmail'];
    case 'tel':
      return ['required', 'invalidTel'];
    case 'number':
      return ['required', 'invalidNumber'];
    case 'date':
      return ['required', 'invalidDate'];
    case 'select':
    case 'radio':
    case 'checkboxes':
      return ['requiredChoice', 'invalidChoice'];
    case 'consent':
      return ['requiredConsent', 'invalid'];
    case 'text':
    case 'textarea':
    case 'checkbox':
      return ['required', 'invalid'];
  }
}

/** Whether an answer can be invalid for other reasons than its length. */
const hasPattern = ({ type }: FormField): boolean => !['text', 'textarea', 'checkbox', 'consent'].includes(type);

/** An email address; the server validates it further. */
export const EMAIL = /^[^@\s]{1,64}@[^@\s]+\.[^@\s.]{2,63}$/v;
/** Digits with common separators. */
export const TEL = /^\+?[0-9\(\)\/ .\-]{5,39}$/v;
const NUMBER = '-?[0-9]{1,10}';

function buildLimits(field: FormField): Pick<FieldRules, 'minLength' | 'maxLength' | 'pattern' | 'options' | 'clean'> {
  switch (field.type) {
    case 'text':
    case 'textarea':
      return readLengths(field);
    case 'email':
      return { ...readLengths(field), pattern: EMAIL.source };
    case 'tel':
      return { ...readLengths(field), pattern: TEL.source };
    case 'number':
      return { pattern: NUMBER, maxLength: 11 };
    case 'select':
    case 'radio':
    case 'checkboxes':
      return { options: field.options.map(({ value }: FormOption) => value) };
    case 'date':
    case 'checkbox':
    case 'consent':
      return {};
  }
}

function readLengths({ minLength, maxLength }: { readonly minLength?: number; readonly maxLength?: number }) {
  return {
    minLength,
    maxLength,
  };
}
