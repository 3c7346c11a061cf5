import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { FORM_MEMORY } from '#engine/shared/form-memory.ts';

interface Draft {
  /** Form and address. */
  readonly place: string;
  /** Values that differ from the page's, by field name. */
  readonly values: Readonly<Record<string, string>>;
}

const nothing: Draft = { place: '', values: {} };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * `<vitrine-draft>` stores the values of its form for this tab until it is sent: they are restored after reload, navigation and Back, with
 * a note and a button to discard them.
 */
export class DraftForm extends HTMLElement {
  #leave = new AbortController();

  connectedCallback(): void {
    const form = this.querySelector('form');
    const note = this.querySelector<HTMLElement>('[role=status]');
    if (form === null || note === null) return;
    const place = `${location.pathname}${location.search} ${form.id}`;
    // One per tab: another form replaces it.
    const store = createStore<Draft>()(
      persist(() => nothing, { name: FORM_MEMORY, storage: createJSONStorage(() => sessionStorage) }),
    );
    this.#leave = new AbortController();
    const listen = { signal: this.#leave.signal };
    store.subscribe(({ values }) => (note.hidden = Object.keys(values).length === 0));
    if (store.getState().place === place) putInto(form, store.getState().values);
    store.setState({ place, values: changedIn(form) });
    form.addEventListener('input', () => store.setState({ values: changedIn(form) }), listen);
    form.addEventListener('submit', () => store.setState(nothing), listen);
    note.querySelector('button')?.addEventListener(
      'click',
      () => {
        form.reset();
        store.setState({ values: {} });
        listFields(form)[0]?.focus();
      },
      listen,
    );
  }

  disconnectedCallback(): void {
    this.#leave.abort();
  }
}

function listFields(form: HTMLFormElement): readonly Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement && !['hidden', 'password', 'file'].includes(field.type)) ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement,
  );
}

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';

function changedIn(form: HTMLFormElement): Draft['values'] {
  const changed = listFields(form).flatMap((field): [string, string][] => {
    if (isBox(field)) return field.checked === field.defaultChecked ? [] : [[field.name, field.checked ? 'on' : '']];
    const before =
      field instanceof HTMLSelectElement
        ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
        : field.defaultValue;
    return field.value === (before ?? field.value) ? [] : [[field.name, field.value]];
  });
  return Object.fromEntries(changed);
}

function putInto(form: HTMLFormElement, values: Draft['values']): void {
  for (const field of listFields(form)) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (isBox(field)) field.checked = value === 'on';
    else field.value = value;
  }
}
