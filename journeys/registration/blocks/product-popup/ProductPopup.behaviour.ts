/** A short name: the bundler leaves `document` as long as it is. */
const page = document;

/**
 * Opens the dialog in place of following a link that names a product, and leaves the address that was typed in the
 * registration of this page. What was looked at stays on `html` as `data-previous-pdp`.
 */
class Product extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    dialog.addEventListener('close', () => name());
    this.addEventListener('submit', fill);
    // The message of the field says what is wrong with it.
    this.addEventListener('invalid', ({ target }) => (target as HTMLElement).focus(), true);
    // Once, however many pages come and go; without a dialog it does nothing.
    page.addEventListener('click', follow, true);
    if (!dialog.open) return;
    // Not `close()`, whose event would take the product out of the address.
    dialog.open = false;
    show(dialog);
  }
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?pdp="]');
  const dialog = page.querySelector<HTMLDialogElement>('vitrine-product dialog');
  if (!link || !dialog || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  name(new URL(link.href).searchParams.get('pdp'));
  show(dialog);
}

function show(dialog: HTMLDialogElement): void {
  page.documentElement.dataset['previousPdp'] = location.pathname + location.search;
  dialog.showModal();
  // The title is read first, unless a field says what is wrong with it.
  dialog.tabIndex = -1;
  if (!dialog.querySelector('[autofocus]')) dialog.focus();
}

/** The address names the product for as long as the dialog is open. */
function name(product?: string | null): void {
  const url = new URL(location.href);
  const query = url.searchParams;
  if (product) query.set('pdp', product);
  else query.delete('pdp');
  history.replaceState(history.state, '', url);
}

/** A page without a field for the address has the server answer. */
function fill(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const typed = form['email'] as HTMLInputElement | undefined;
  const field = page.querySelector<HTMLInputElement>('main [name=email]:not(vitrine-product *)');
  if (!typed || !field) return;
  event.preventDefault();
  // The form has no bubbles of the browser's: it is asked here, and its message shows.
  if (!typed.checkValidity()) return;
  field.value = typed.value;
  // A mistake that was reported there is fixed.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  form.closest('dialog')?.close();
  (field.form?.querySelector<HTMLElement>(':is(input,select):invalid') ?? field).focus();
}

if (!customElements.get('vitrine-product')) customElements.define('vitrine-product', Product);
