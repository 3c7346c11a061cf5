import { buildNavigationUrl } from '../dom/fetch-page.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';
import { refresh } from '../navigation/navigate.ts';
import { readPageData } from '../dom/page-data.ts';
import { CONSENT_EVENT } from './adapter.ts';

/**
 * Submits the choice without a full page load, notifies listeners, and updates the page. The server's redirect names the part to show: the
 * consent card, or its button, which receives the focus.
 */
export async function answerConsent(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.append(name, value);
  const response = await fetch(buildNavigationUrl(form.action), { method: 'POST', body: fields });
  if (!response.ok) throw new DOMException(`Refused with status ${response.status}.`, 'NetworkError');
  const { location: to } = (await response.json()) as { readonly location: string };
  const { hash } = new URL(to, location.href);
  if (fields.get('choice') !== 'ask') {
    // A tag manager is added or removed by a full page load, unless that would discard typed values.
    if (readPageData(document)?.tagManager === true && !isTyped()) return location.reload();
    document.dispatchEvent(new CustomEvent(CONSENT_EVENT));
    getLoaderState().sync?.();
    await refresh();
  }
  if (hash) location.hash = hash;
}

/** Closes the consent UI like a dialog: the card that was opened, which returns the focus, or its second layer. */
export function closeConsent(): void {
  const way = document.querySelector<HTMLElement>(
    'section:has(:target)>*>[href="#consent-settings"],[data-consent] [open]>summary',
  );
  way?.focus();
  way?.click();
}

/** Handles the properties that a text area lacks. */
function isTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')].some((field) =>
    /checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}
