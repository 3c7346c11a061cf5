import type { FormName } from '#schemas/generated/forms.ts';

/** A form document in a block of a page: the document's id, `#`, and the block's id in markup. */
export type BlockForm = `forms/${string}#${string}`;

/** A form of a page: one of a journey by its name, or a form document in one of the page's blocks. */
export type ShownForm = FormName | BlockForm;

/**
 * What is in the place of the fields of a form document. `sent`: thanks. `full`: the message that all places are taken. `confirm`: the
 * question of a link in a mail. `confirmed`: thanks for answering it.
 */
export type FormPhase = 'sent' | 'full' | 'confirm' | 'confirmed';

/** @param form Id of the form document. @param block The block's id in markup. */
export const blockForm = (form: `forms/${string}`, block: string): BlockForm => `${form}#${block}`;

export const isFormDocument = (id: string): id is `forms/${string}` => id.startsWith('forms/');

export const isBlockForm = (form: ShownForm): form is BlockForm => isFormDocument(form);

/** Id of the form document and of the block in markup. */
export function splitBlockForm(form: BlockForm): { readonly document: string; readonly block: string } {
  const end = form.indexOf('#');
  return { document: form.slice(0, end), block: form.slice(end + 1) };
}

/** Name of the hidden field that says which block of the page a form stands in. */
export const BLOCK_FIELD = 'block';

/** Name of the hidden field, and of the link's parameter, by which an entry is confirmed. */
export const CONFIRMATION_FIELD = 'confirmation';

/** Days within which an entry is confirmed, unless the form document says otherwise. */
export const CONFIRM_DAYS = 7;

/** Bytes that a form document may post at most: more than the longest entry of a document without findings. */
export const MAX_FORM_BYTES = 64 * 1024;

/** Names of the hidden field that says which step of a form was filled in, and of the button that leads back. No field can have them. */
export const STEP_FIELD = '_step';
export const BACK_FIELD = '_back';

/** Name of a field that only programs fill in: people are not shown it. */
export const HONEYPOT_FIELD = 'homepage';
