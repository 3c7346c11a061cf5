import { FORM_MEMORY } from '#engine/shared/form-memory.ts';
import { fieldsIn, isTouched, identifyField, setField } from '../islands/keep-fields.ts';
import { loaderState } from '../dom/loader-state.ts';

/*
 * What was typed survives a reload and Back: no cache keeps pages of a visitor, so the browser does not do it. It is kept for this tab
 * alone, and only until the form is sent.
 */

interface StoredField {
  /** See `identifyField`. */
  readonly key: string;
  readonly value: string;
  readonly checked: boolean;
}

/** Forms that are live and were not sent. */
const open = new Set<HTMLFormElement>();
addEventListener('pagehide', rememberForms);

/** Puts back what was typed into a form that comes to life; what was typed since stays. */
export function recallForm(form: HTMLFormElement): () => void {
  open.add(form);
  const stored = new Map(readStoredFields(location.pathname).map((field) => [field.key, field]));
  for (const field of stored.size > 0 ? fieldsIn(form) : []) {
    const before = stored.get(identifyField(field));
    if (before !== undefined && !isTouched(field)) setField(field, before.value, before.checked);
  }
  return () => open.delete(form);
}

/** The form was sent: nothing of it stays on a device that others may use. */
export function forgetForm(form: HTMLFormElement): void {
  open.delete(form);
  store((storage) => storage.removeItem(FORM_MEMORY));
}

/** Called when the page goes, or another one takes its place. */
export function rememberForms(): void {
  const path = new URL(loaderState().shown ?? location.href).pathname;
  const fields = [...open].flatMap((form) => fieldsIn(form).filter(isTouched));
  const stored: readonly StoredField[] = fields
    .filter(({ type }) => type !== 'password')
    .map((field) => ({ key: identifyField(field), value: field.value, checked: 'checked' in field && field.checked }));
  if (stored.length > 0) store((storage) => storage.setItem(FORM_MEMORY, `${path} ${JSON.stringify(stored)}`));
  else if (readStoredFields(path).length > 0) store((storage) => storage.removeItem(FORM_MEMORY));
}

/** Whether something was typed into a form of the page at this path. */
export function isRemembered(path: string): boolean {
  return readStoredFields(path).length > 0;
}

function readStoredFields(path: string): readonly StoredField[] {
  const text = store((storage) => storage.getItem(FORM_MEMORY)) ?? '';
  if (!text.startsWith(`${path} `)) return [];
  try {
    // The checked edge: `rememberForms` wrote it, in this tab.
    return JSON.parse(text.slice(path.length)) as readonly StoredField[];
  } catch {
    return [];
  }
}

/** A browser that refuses storage keeps nothing. */
function store<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
