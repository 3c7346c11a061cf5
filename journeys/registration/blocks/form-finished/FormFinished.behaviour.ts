/** Turns the open dialog into a modal one, which makes the rest of the page inert. */
class Modal extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog?.open) return;
    dialog.close();
    dialog.showModal();
  }
}

if (!customElements.get('vitrine-modal')) customElements.define('vitrine-modal', Modal);
