import type { Mistakes } from '../stores/page.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isControl(target: EventTarget | null): target is Control {
  return target instanceof Element && target.matches('input, select, textarea');
}

/** All fields of a form by name; a radio group is represented by its first button. */
export function listControls(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const element of form.elements) {
    if (isControl(element) && element.name !== '' && element.type !== 'hidden' && !controls.has(element.name)) {
      controls.set(element.name, element);
    }
  }
  return controls;
}

/** Errors by field. Attributes are compiled from the form's JSON Schema, so the browser's constraint validation equals the server's validation. */
export function checkForm(form: HTMLFormElement): Mistakes {
  const mistakes: Record<string, 'required' | 'pattern'> = {};
  for (const [name, control] of listControls(form)) {
    // Skips fields that are not rendered: hidden by a condition, or part of another step.
    if (control.getClientRects().length === 0) continue;
    const mistake = readFieldError(control);
    if (mistake !== null) mistakes[name] = mistake;
  }
  return mistakes;
}

export function readFieldError({ validity }: Control): 'required' | 'pattern' | null {
  if (validity.valid) return null;
  return validity.valueMissing ? 'required' : 'pattern';
}
