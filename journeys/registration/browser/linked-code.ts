import { codeOfLink } from '../base/code-of-link.ts';

/** A whole invitation link that is pasted into the field of a code leaves its code there, and its signed timestamp with the form (V6). */
export function readLinkedCode(form: HTMLFormElement): void {
  const field = form.elements.namedItem('code');
  if (!(field instanceof HTMLInputElement) || field.type !== 'text') return;
  // Before the field is cleaned and checked.
  field.addEventListener('change', () => {
    const link = codeOfLink(field.value, location.host);
    if (link === null) return;
    field.value = link.code;
    if (link.validityTimestamp !== null) timestampOf(form).value = link.validityTimestamp;
  });
}

function timestampOf(form: HTMLFormElement): HTMLInputElement {
  const name = 'validityTimestamp';
  const known = form.elements.namedItem(name);
  if (known instanceof HTMLInputElement) return known;
  const hidden = Object.assign(document.createElement('input'), { type: 'hidden', name });
  form.append(hidden);
  return hidden;
}
