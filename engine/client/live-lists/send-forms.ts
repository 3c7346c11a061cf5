/** Says that a form was answered by another page than its own, which means that it did something. It bubbles. */
export const FORM_DONE = 'vitrine:form-done';

/** Of the answer to a form, what takes the place of what is there. */
const PARTS = ['header', 'main'] as const;

/** What is read first: a mistake, or what was done. */
const FIRST = ':is([aria-invalid=true], [autofocus], [role=alert], [role=status]:not([hidden], :empty))';

/**
 * From now on the forms of a page of staff users are sent without leaving it: the answer is the same page with what was done or
 * what was wrong, and only what it shows takes the place of what is there. Every other answer, such as the sign-in, is opened as the browser
 * opens it, a file is taken away, and where the network is gone the form stays and says so.
 */
export function sendForms(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    // Attributes, since a field may be called `method`, and would answer to that name.
    const action = new URL(form.getAttribute('action') ?? '', location.href);
    if (form.getAttribute('method') !== 'post' || !action.pathname.includes('/do/admin/')) return;
    event.preventDefault();
    // What is pressed twice is sent once.
    if (form.ariaBusy !== 'true') send(form, submitter, action);
  });
}

function send(form: HTMLFormElement, submitter: HTMLElement | null, action: URL): void {
  const request = new XMLHttpRequest();
  // A field without files has none, whatever else the form would send.
  const body = new FormData(form, submitter);
  const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
  form.ariaBusy = 'true';
  form.querySelector(`[${UNSENT}]`)?.remove();
  request.addEventListener('readystatechange', () => {
    if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
    // It is gone once the request is.
    const { href, pathname } = new URL(request.responseURL);
    if (request.getResponseHeader('Content-Disposition') !== null) request.responseType = 'blob';
    else if (pathname !== location.pathname && pathname !== action.pathname) {
      // Not even read: the styles of another page are none that the policy of this one knows.
      request.abort();
      location.assign(href);
    }
  });
  request.addEventListener('loadend', () => (form.ariaBusy = null));
  // A browser would leave the page, and with it what was typed. Sent twice, it is done once: its key is the same.
  request.addEventListener('error', () => sayUnsent(form));
  request.addEventListener('load', () => {
    const answer: unknown = request.response;
    const to = new URL(request.responseURL);
    if (answer instanceof Blob) takeAway(answer, nameIn(request));
    else if (answer instanceof Document && (isSamePage(answer) || isShownOnce(request, action)))
      show(answer, form, to, action);
    // It did what it was sent for, and says so at an address.
    else if (to.href !== action.href) location.assign(to);
    else form.submit();
  });
  request.open('POST', action);
  // The browser reads it as a document, in which no script runs.
  request.responseType = 'document';
  request.send(isMultipart ? body : new URLSearchParams([...body].map(([name, value]) => [name, String(value)])));
}

/** Marks the words for a form that was not sent: their template, and the form's copy of them. */
const UNSENT = 'data-unsent';

function sayUnsent(form: HTMLFormElement): void {
  const template = document.querySelector<HTMLTemplateElement>(`template[${UNSENT}]`);
  const note = template?.content.firstElementChild?.cloneNode(true);
  if (!(note instanceof HTMLElement)) return form.submit();
  note.setAttribute(UNSENT, '');
  form.prepend(note);
  note.scrollIntoView({ block: 'nearest' });
}

/** Whose styles are those that the policy of this page knows. */
function isSamePage(answer: Document): boolean {
  return answer.querySelector('style')?.textContent === document.querySelector('style')?.textContent;
}

/**
 * What was done led to no address, such as a new token: asked for again, it is not shown again. So it is shown even where another release has
 * answered, whose styles this page does not know.
 */
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
    // A browser takes them as wishes that it must refuse, since something has the focus.
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
  // A download that has begun has its own hold on it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
