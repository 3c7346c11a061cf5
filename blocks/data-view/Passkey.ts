/** Sends its form with the response of a passkey (WebAuthn Level 3). Without JavaScript or passkey support the form is hidden. */
export class Passkey extends HTMLElement {
  /** Pending conditional request for autofill of the email field. */
  #offer: AbortController | null = null;

  connectedCallback(): void {
    const form = this.querySelector('form');
    if (form === null || !('PublicKeyCredential' in window)) return;
    this.hidden = false;
    form.hidden = false;
    this.querySelector(':scope > p')?.remove();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#offer?.abort();
      void this.#answer(form, {}).catch(() => this.#say(form));
    });
    // Browsers without conditional mediation use the button.
    if (this.dataset['offered'] !== undefined) void this.#suggest(form).catch(() => {});
  }

  disconnectedCallback(): void {
    this.#offer?.abort();
  }

  async #suggest(form: HTMLFormElement): Promise<void> {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    this.#offer = new AbortController();
    await this.#answer(form, { mediation: 'conditional', signal: this.#offer.signal });
  }

  async #answer(form: HTMLFormElement, more: Pick<CredentialRequestOptions, 'mediation' | 'signal'>): Promise<void> {
    const options = JSON.parse(this.dataset['options'] ?? '{}');
    const credential =
      this.dataset['ceremony'] === 'create'
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            ...more,
          });
    const field = form.elements.namedItem('_credential');
    if (!(credential instanceof PublicKeyCredential) || !(field instanceof HTMLInputElement)) return this.#say(form);
    field.value = JSON.stringify(credential);
    form.submit();
    // After Back, the form starts again.
    field.value = '';
  }

  #say(form: HTMLFormElement): void {
    const output = form.querySelector('output');
    if (output !== null) output.textContent = this.dataset['ended'] ?? '';
  }
}
