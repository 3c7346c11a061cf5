import { Progress } from './Progress.ts';
import { Passkey } from './Passkey.ts';

/** Copies the field's value and confirms it; without JavaScript, the field can be selected. */
class Copy extends HTMLElement {
  connectedCallback(): void {
    const [field, button, said] = ['input, textarea', 'button', 'output'].map((name) =>
      this.querySelector<HTMLElement>(name),
    );
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !button || !said) return;
    const copy = async (): Promise<void> => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      said.textContent = this.dataset['copied'] ?? '';
    };
    button.hidden = false;
    // Without clipboard access, the text is selected instead.
    button.addEventListener('click', () => void copy().catch(() => field.focus()));
  }
}

if (!customElements.get('vitrine-copy')) customElements.define('vitrine-copy', Copy);
if (!customElements.get('vitrine-progress')) customElements.define('vitrine-progress', Progress);
if (!customElements.get('vitrine-passkey')) customElements.define('vitrine-passkey', Passkey);
