import type { Mistakes } from '../stores/page.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isControl(target: EventTarget | null): target is Control {
  return target instanceof Element && target.matches('input, select, textarea');
}

/** Every field of a form by name; a group of choices stands for itself with its first one. */
export function listControls(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const element of form.elements) {
    if (isControl(element) && element.name !== '' && element.type !== 'hidden' && !controls.has(element.name)) {
      controls.set(element.name, element);
    }
  }
  return controls;
}

/**
 * What is wrong, by field. The attributes were compiled from the form's JSON Schema, so the browser's own constraints say the
 * same as the server's validator.
 */
export function checkForm(form: HTMLFormElement): Mistakes {
  const mistakes: Record<string, 'required' | 'pattern'> = {};
  for (const [name, control] of listControls(form)) {
    // Nobody is asked for a field that is not rendered: its condition does not hold, or it is of another step.
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
