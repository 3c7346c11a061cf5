/** Bubbling event: a form was answered by a redirect, so its action was done. */
export const FORM_DONE = 'vitrine:form-done';

const UNAVAILABLE = 503;

/** Parts of the page that are replaced by a response. */
const PARTS = ['header', 'main'] as const;

/** Focus target: an error, or a note of what was done. */
const FIRST = ':is([aria-invalid=true], [autofocus], [role=alert], [role=status]:not([hidden], :empty))';

/**
 * Sends forms of admin pages in place: the response is the same page, of which only changed parts are replaced. Other responses, such as
 * sign-in, are opened by the browser, files are downloaded, and without a connection, or during an outage, the form stays with a message.
 */
export function sendForms(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    // Attributes, because a field named `method` would shadow the property.
    const action = new URL(form.getAttribute('action') ?? '', location.href);
    if (form.getAttribute('method') !== 'post' || !action.pathname.includes('/do/admin/')) return;
    event.preventDefault();
    // Ignores a second submission.
    if (form.ariaBusy !== 'true') send(form, submitter, action);
  });
}

function send(form: HTMLFormElement, submitter: HTMLElement | null, action: URL): void {
  const request = new XMLHttpRequest();
  // Text fields only; files are part of the form data.
  const body = new FormData(form, submitter);
  const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
  form.ariaBusy = 'true';
  form.querySelector(`[${UNSENT}]`)?.remove();
  request.addEventListener('readystatechange', () => {
    if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
    // During an outage the page of the response could not keep the values.
    if (request.status === UNAVAILABLE) {
      request.abort();
      return sayUnsent(form);
    }
    // Not available after the request.
    const { href, pathname } = new URL(request.responseURL);
    if (request.getResponseHeader('Content-Disposition') !== null) request.responseType = 'blob';
    else if (pathname !== location.pathname && pathname !== action.pathname) {
      // Aborted: the styles of another page are not allowed by the policy of this one.
      request.abort();
      location.assign(href);
    }
  });
  request.addEventListener('loadend', () => (form.ariaBusy = null));
  // Stays on the page to keep the values. Sending again is idempotent.
  request.addEventListener('error', () => sayUnsent(form));
  request.addEventListener('load', () => {
    const answer: unknown = request.response;
    const to = new URL(request.responseURL);
    if (answer instanceof Blob) takeAway(answer, nameIn(request));
    else if (answer instanceof Document && (isSamePage(answer) || isShownOnce(request, action)))
      show(answer, form, to, action);
    // Redirected: the action was done.
    else if (to.href !== action.href) location.assign(to);
    else form.submit();
  });
  request.open('POST', action);
  // Parsed as a document, in which scripts do not run.
  request.responseType = 'document';
  request.send(isMultipart ? body : new URLSearchParams([...body].map(([name, value]) => [name, String(value)])));
}

/** Marks the template of the message for an unsent form, and the form's copy. */
const UNSENT = 'data-unsent';

function sayUnsent(form: HTMLFormElement): void {
  const template = document.querySelector<HTMLTemplateElement>(`template[${UNSENT}]`);
  const note = template?.content.firstElementChild?.cloneNode(true);
  if (!(note instanceof HTMLElement)) return form.submit();
  note.setAttribute(UNSENT, '');
  form.prepend(note);
  note.scrollIntoView({ block: 'nearest' });
}

/** Whether its styles are allowed by the policy of this page. */
function isSamePage(answer: Document): boolean {
  return answer.querySelector('style')?.textContent === document.querySelector('style')?.textContent;
}

/** A response that is shown once, such as a new token: rendered even if another release sent it, whose styles this page lacks. */
function isShownOnce({ status, responseURL }: XMLHttpRequest, action: URL): boolean {
  return status === 200 && responseURL === action.href;
}

function show(answer: Document, form: HTMLFormElement, to: URL, action: URL): void {
  if (to.href !== action.href) {
    form.dispatchEvent(new CustomEvent(FORM_DONE, { bubbles: true }));
    history.replaceState(null, '', to);
  }
  document.title = answer.title;
  let place: HTMLElement | null = null;
  for (const part of PARTS) {
    const before = document.querySelector(part);
    const found = answer.querySelector<HTMLElement>(part);
    if (before === null || found === null) continue;
    const after = document.importNode(found, true);
    place = after.querySelector<HTMLElement>(FIRST) ?? after;
    // Browsers warn about autofocus when an element has the focus.
    for (const field of after.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus');
    before.replaceWith(after);
  }
  if (place === null) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'nearest' });
}

function nameIn(request: XMLHttpRequest): string {
  return /filename="([^"]+)"/.exec(request.getResponseHeader('Content-Disposition') ?? '')?.[1] ?? '';
}

function takeAway(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // A started download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
