import { navigationUrl } from '../parts/fetch-page.ts';
import { loaderState } from '../parts/loader-state.ts';
import { refresh } from '../navigation/navigate.ts';
import { readPageData } from '../parts/page-data.ts';
import { CONSENT_EVENT } from './adapter.ts';

/** Sends the answer without a full load, tells those who wait for it, and shows the page as it is after the answer. */
export async function answerConsent(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') fields.append(name, value);
  const response = await fetch(navigationUrl(form.action), { method: 'POST', body: fields });
  if (!response.ok) throw new DOMException(`The answer was refused with status ${response.status}.`, 'NetworkError');
  // A tag manager comes and goes with a page that is loaded anew, unless that would take away what somebody typed.
  const isLoadedAnew = readPageData(document)?.tagManager === true && !isTyped();
  if (isLoadedAnew) return location.reload();
  document.dispatchEvent(new CustomEvent(CONSENT_EVENT));
  loaderState().tell?.();
  await refresh();
}

function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]),textarea');
  return [...fields].some((field) => {
    const isBox = field instanceof HTMLInputElement && /checkbox|radio/.test(field.type);
    return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
