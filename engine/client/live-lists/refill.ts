import type { FormView } from '#engine/shared/data-view.ts';

/** Sets the search fields of a list: React does not update a field that a user has changed. */
export function refill(list: HTMLElement, search: FormView | undefined): void {
  for (const { name, value = '' } of search?.fields ?? []) {
    const field = list.querySelector(`#${CSS.escape(`${search?.id ?? ''}-${name}`)}`);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'on';
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}
