/** A short alias: the bundler does not rename `document`. */
const page = document;

/**
 * Opens the dialog instead of following a link that names a product, and copies the entered email address to the registration form of the
 * page. The last product stays on `html` as `data-previous-pdp`.
 */
class Product extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    dialog.addEventListener('close', () => name());
    this.addEventListener('submit', fill);
    // The field shows its own error message.
    this.addEventListener('invalid', ({ target }) => (target as HTMLElement).focus(), true);
    // Registered once, across navigations; a no-op without a dialog.
    page.addEventListener('click', follow, true);
    if (!dialog.open) return;
    // Not `close()`, whose event would remove the product from the address.
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
  // The title is focused first, unless a field has an error.
  dialog.tabIndex = -1;
  if (!dialog.querySelector('[autofocus]')) dialog.focus();
}

/** The address names the product while the dialog is open. */
function name(product?: string | null): void {
  const url = new URL(location.href);
  const query = url.searchParams;
  if (product) query.set('pdp', product);
  else query.delete('pdp');
  history.replaceState(history.state, '', url);
}

/** Without an email field on the page, the form is submitted to the server. */
function fill(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const typed = form['email'] as HTMLInputElement | undefined;
  const field = page.querySelector<HTMLInputElement>('main [name=email]:not(vitrine-product *)');
  if (!typed || !field) return;
  event.preventDefault();
  // The form is `novalidate`: its own messages are shown.
  if (!typed.checkValidity()) return;
  field.value = typed.value;
  // Clears an earlier error.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  form.closest('dialog')?.close();
  (field.form?.querySelector<HTMLElement>(':is(input,select):invalid') ?? field).focus();
}

if (!customElements.get('vitrine-product')) customElements.define('vitrine-product', Product);
