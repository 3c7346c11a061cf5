/**
 * Opens the dialog in place of following a link that names a product, and leaves the address that was typed in the
 * registration of this page. What was looked at stays on `html` as `data-previous-pdp`.
 */
class Product extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    dialog.addEventListener('close', () => name(null));
    this.addEventListener('submit', fill);
    this.addEventListener('invalid', say, true);
    // Once, however many pages come and go; without a dialog it does nothing.
    document.addEventListener('click', follow, true);
    if (!dialog.open) return;
    // Not `close()`, whose event would take the product out of the address.
    dialog.open = false;
    show(dialog);
  }
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?pdp="]');
  const dialog = document.querySelector<HTMLDialogElement>('vitrine-product dialog');
  if (!link || !dialog || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  name(new URL(link.href).searchParams.get('pdp'));
  show(dialog);
}

function show(dialog: HTMLDialogElement): void {
  document.documentElement.dataset['previousPdp'] = location.pathname + location.search;
  dialog.showModal();
  // The title is read first, unless a field says what is wrong with it.
  dialog.tabIndex = -1;
  if (!dialog.querySelector('[autofocus]')) dialog.focus();
}

/** The address names the product for as long as the dialog is open. */
function name(product: string | null): void {
  const url = new URL(location.href);
  if (product) url.searchParams.set('pdp', product);
  else url.searchParams.delete('pdp');
  history.replaceState(history.state, '', url);
}

/** A page without a field for the address has the server answer. */
function fill(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const typed = form.elements.namedItem('email') as HTMLInputElement | null;
  const field = document.querySelector<HTMLInputElement>('main [name=email]:not(vitrine-product *)');
  if (!typed || !field) return;
  event.preventDefault();
  // The form has no bubbles of the browser's: it is asked here, and `say` answers.
  if (!typed.checkValidity()) return;
  field.value = typed.value;
  // A mistake that was reported there is mended.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  form.closest('dialog')?.close();
  (field.form?.querySelector<HTMLElement>('input:invalid,select:invalid') ?? field).focus();
}

/** The message of the field says what is wrong with it. */
function say(event: Event): void {
  (event.target as HTMLElement).focus();
}

if (!customElements.get('vitrine-product')) customElements.define('vitrine-product', Product);
