import { navigationUrl } from '../dom/fetch-page.ts';
import { loaderState } from '../dom/loader-state.ts';
import { refresh } from '../navigation/navigate.ts';
import { readPageData } from '../dom/page-data.ts';
import { CONSENT_EVENT } from './adapter.ts';

/**
 * Sends the answer without a full load, informs its listeners, and shows the page as it is after the answer. Part of the page the
 * server leads to: the card that is asked for, or the button that asked for it, which takes the focus.
 */
export async function answerConsent(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.append(name, value);
  const response = await fetch(navigationUrl(form.action), { method: 'POST', body: fields });
  if (!response.ok) throw new DOMException(`Refused with status ${response.status}.`, 'NetworkError');
  const { location: to } = (await response.json()) as { readonly location: string };
  const { hash } = new URL(to, location.href);
  if (fields.get('choice') !== 'ask') {
    // A tag manager comes and goes with a page that is loaded anew, unless that would discard typed input.
    if (readPageData(document)?.tagManager === true && !isTyped()) return location.reload();
    document.dispatchEvent(new CustomEvent(CONSENT_EVENT));
    loaderState().sync?.();
    await refresh();
  }
  if (hash) location.hash = hash;
}

/** What asks about consent closes as a dialog does: the card that was called back, which gives the focus back, else its second layer. */
export function closeConsent(): void {
  const way = document.querySelector<HTMLElement>(
    'section:has(:target)>*>[href="#consent-settings"],[data-consent] [open]>summary',
  );
  way?.focus();
  way?.click();
}

/** What a text area lacks of an input is not asked for. */
function isTyped(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')].some((field) =>
    /checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
}
