import { patchPage } from './patch-page.ts';

/** The page in the frame. */
export class ShownPage {
  #document: Document | null = null;
  #html = '';
  readonly #listeners = new Set<() => void>();

  get document(): Document | null {
    return this.#document;
  }

  /** Called when the frame has loaded a page. */
  loaded(document: Document | null): void {
    this.#document = document;
    this.#html = '';
    this.#tell();
  }

  show(html: string): void {
    const view = this.#document?.defaultView ?? null;
    if (this.#document === null || view === null || html === this.#html) return;
    // Parsed by the frame, under its policy: nothing is run or loaded.
    patchPage(this.#document, new view.DOMParser().parseFromString(html, 'text/html'));
    this.#html = html;
    this.#tell();
  }

  /** @returns unsubscribe function */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
