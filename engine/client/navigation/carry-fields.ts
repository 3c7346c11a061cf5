type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = '[data-island]:not([data-live=""]) :is(input:not([type=hidden]),textarea,select)';

/**
 * Records values in islands that are not hydrated. The returned function restores them in fields of the same name and block, with the
 * focus; it returns whether a field has the focus.
 */
export function carryFields(): () => boolean {
  const typed = new Map<string, { readonly value: string; readonly checked: boolean }>();
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    typed.set(identifyField(field), { value: field.value, checked: isTicked(field) });
  }
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && active.matches(FIELDS) ? (active as Field) : null;
  const focusedKey = focused && identifyField(focused);
  const selection = focused instanceof HTMLInputElement ? [focused.selectionStart, focused.selectionEnd] : [];
  return () => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) {
      const key = identifyField(field);
      const before = typed.get(key);
      if (before === undefined) continue;
      if (isChoice(field)) field.checked = before.checked;
      else field.value = before.value;
      if (key !== focusedKey) continue;
      field.focus({ preventScroll: true });
      const [start, end] = selection;
      if (typeof start === 'number' && typeof end === 'number' && field instanceof HTMLInputElement) {
        field.setSelectionRange(start, end);
      }
    }
    return document.activeElement?.matches('input,textarea,select') ?? false;
  };
}

function isChoice(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');
}

function isTicked(field: Field): boolean {
  return isChoice(field) && field.checked;
}

/** Block id and field name; choices of one name differ by value. */
function identifyField(field: Field): string {
  const island = field.closest<HTMLElement>('[data-island]')?.dataset['id'] ?? '';
  return `${island} ${field.name} ${isChoice(field) ? field.value : ''}`;
}
