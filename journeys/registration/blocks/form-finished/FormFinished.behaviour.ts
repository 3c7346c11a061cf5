/** Makes the open dialog inside a modal one: the rest of the page steps back for the keyboard and the screen reader, too. */
class Modal extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog');
    if (!dialog?.open) return;
    dialog.close();
    dialog.showModal();
  }
}

if (!customElements.get('vitrine-modal')) customElements.define('vitrine-modal', Modal);
