import type { FormDocument, FormField } from '#schemas/generated/documents.ts';
import { withFieldDefaults } from './field-rules.ts';

/** Bytes of a character of a text as a form posts it at most: three of UTF-8, each as `%XX`. */
const BYTES_PER_CHARACTER = 9;

/** What a form posts beside its fields: document, block, honeypot, and what scripts add. */
const HIDDEN_BYTES = 4 * 1024;

/** Bytes of the longest entry that the fields of a form allow. */
export const postedSize = ({ fields }: Pick<FormDocument, 'fields'>): number =>
  fields.reduce((sum, field) => sum + estimateBytes(withFieldDefaults(field)), HIDDEN_BYTES);

function estimateBytes(field: FormField): number {
  const pair = field.name.length + '&='.length;
  switch (field.type) {
    case 'text':
    case 'email':
    case 'tel':
    case 'textarea':
      return pair + (field.maxLength ?? 0) * BYTES_PER_CHARACTER;
    case 'select':
    case 'radio':
    case 'checkboxes':
      return field.options.reduce((sum, { value }) => sum + pair + value.length * BYTES_PER_CHARACTER, 0);
    case 'number':
    case 'date':
    case 'checkbox':
    case 'consent':
      return pair + 20;
  }
}
