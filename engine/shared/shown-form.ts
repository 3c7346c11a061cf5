import type { FormName } from '#schemas/generated/forms.ts';

/** A form document in a block of a page: document id, `#`, and the block's markup id. */
export type BlockForm = `forms/${string}#${string}`;

/** A form of a page: one of a journey by its name, or a form document in one of the page's blocks. */
export type ShownForm = FormName | BlockForm;

/**
 * Content in place of the fields of a form document. `sent`: thanks. `full`: all places are taken. `confirm`: button of a confirmation
 * link. `confirmed`: thanks for the confirmation.
 */
export type FormPhase = 'sent' | 'full' | 'confirm' | 'confirmed';

/** @param form id of the form document. @param block the block's markup id. */
export const blockForm = (form: `forms/${string}`, block: string): BlockForm => `${form}#${block}`;

export const isFormDocument = (id: string): id is `forms/${string}` => id.startsWith('forms/');

export const isBlockForm = (form: ShownForm): form is BlockForm => isFormDocument(form);

/** Form document id and markup id of the block. */
export function splitBlockForm(form: BlockForm): { readonly document: string; readonly block: string } {
  const end = form.indexOf('#');
  return { document: form.slice(0, end), block: form.slice(end + 1) };
}

/** Hidden field with the block of the form. */
export const BLOCK_FIELD = 'block';

/** Hidden field, and link parameter, for confirming an entry. */
export const CONFIRMATION_FIELD = 'confirmation';

/** Default days for confirming an entry. */
export const CONFIRM_DAYS = 7;

/** Maximum bytes of a posted form document, above those of any valid entry. */
export const MAX_FORM_BYTES = 64 * 1024;

/** Hidden field with the submitted step, and the back button. Not allowed as field names. */
export const STEP_FIELD = '_step';
export const BACK_FIELD = '_back';

/** Honeypot: a field that is hidden from people. */
export const HONEYPOT_FIELD = 'homepage';
