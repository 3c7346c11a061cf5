import type { FormView } from '#engine/shared/data-view.ts';

/** Fills the search of a list in as it reads now: React leaves a field as it is once a user has changed it. */
export function refill(list: HTMLElement, search: FormView | undefined): void {
  for (const { name, value = '' } of search?.fields ?? []) {
    const field = list.querySelector(`#${CSS.escape(`${search?.id ?? ''}-${name}`)}`);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'on';
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}
