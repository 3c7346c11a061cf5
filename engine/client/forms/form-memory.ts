import { FORM_MEMORY } from '#engine/shared/form-memory.ts';
import { listFields, isTouched, identifyField, setField } from '../islands/keep-fields.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';

/* Restores typed values after reload and Back, since browsers do not restore pages with `no-store`. Stored for this tab only, until the form is sent. */

interface StoredField {
  /** See `identifyField`. */
  readonly key: string;
  readonly value: string;
  readonly checked: boolean;
}

/** Live forms that were not received, with their fields that were touched when they were sent. */
const open = new Map<HTMLFormElement, Set<string>>();
addEventListener('pagehide', rememberForms);

/** Restores the values of a form when it is hydrated; values typed since take precedence. */
export function recallForm(form: HTMLFormElement): () => void {
  open.set(form, new Set());
  const stored = new Map(readStoredFields(location.pathname).map((field) => [field.key, field]));
  for (const field of stored.size > 0 ? listFields(form) : []) {
    const before = stored.get(identifyField(field));
    if (before !== undefined && !isTouched(field)) setField(field, before.value, before.checked);
  }
  return () => void open.delete(form);
}

/** Notes the touched fields of a form before it is checked and sent, which makes their values those of the markup. */
export function rememberTouched(form: HTMLFormElement): void {
  for (const field of listFields(form)) if (isTouched(field)) open.get(form)?.add(identifyField(field));
}

/** Deletes the values of a sent form, because devices may be shared. */
export function forgetForm(form: HTMLFormElement): void {
  open.delete(form);
  store((storage) => storage.removeItem(FORM_MEMORY));
}

/** Called when the page is unloaded or replaced. */
export function rememberForms(): void {
  const path = new URL(getLoaderState().shown ?? location.href).pathname;
  const fields = [...open].flatMap(([form, noted]) =>
    listFields(form).filter((field) => isTouched(field) || noted.has(identifyField(field))),
  );
  const stored: readonly StoredField[] = fields
    .filter(({ type }) => type !== 'password')
    .map((field) => ({ key: identifyField(field), value: field.value, checked: 'checked' in field && field.checked }));
  if (stored.length > 0) store((storage) => storage.setItem(FORM_MEMORY, `${path} ${JSON.stringify(stored)}`));
  else if (readStoredFields(path).length > 0) store((storage) => storage.removeItem(FORM_MEMORY));
}

/** Whether a form of the page at this path has stored values. */
export function isRemembered(path: string): boolean {
  return readStoredFields(path).length > 0;
}

function readStoredFields(path: string): readonly StoredField[] {
  const text = store((storage) => storage.getItem(FORM_MEMORY)) ?? '';
  if (!text.startsWith(`${path} `)) return [];
  try {
    // Checked edge: written by `rememberForms` in this tab.
    return JSON.parse(text.slice(path.length)) as readonly StoredField[];
  } catch {
    return [];
  }
}

/** Browsers may refuse storage. */
function store<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
