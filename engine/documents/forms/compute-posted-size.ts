import type { FormDocument, FormField } from '#schemas/generated/documents.ts';
import { withFieldDefaults } from './field-rules.ts';

/** Maximum bytes of a posted character: three bytes of UTF-8, each as `%XX`. */
const BYTES_PER_CHARACTER = 9;

/** Bytes beside the fields: document, block, honeypot, and additions of scripts. */
const HIDDEN_BYTES = 4 * 1024;

/** Maximum bytes of an entry. */
export const computePostedSize = ({ fields }: Pick<FormDocument, 'fields'>): number =>
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
