/** Updates the text node only when changed, because replacing it would recompute styles. */
function write(element: Element | undefined, words: string): void {
  const text = element?.firstChild;
  if (text && text.nodeValue !== words) text.nodeValue = words;
}

/** Counts down to `data-until` (milliseconds since the epoch), and removes the element afterwards. */
class Countdown extends HTMLElement {
  #timer = 0;

  connectedCallback(): void {
    // With reduced motion, seconds are not shown.
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const rules = new Intl.PluralRules(document.documentElement.lang);
    const words: Record<string, string>[] = JSON.parse(this.dataset['words'] ?? '[]');
    const last = this.children[3] as HTMLElement;
    last.hidden = still;
    const draw = (): void => {
      const left = Math.floor((Number(this.dataset['until']) - Date.now()) / 1000);
      this.hidden = left < 0;
      [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].forEach((value, index) => {
        const count = Math.floor(value);
        const [figure, word] = this.children[index]?.children ?? [];
        write(figure, String(count).padStart(2, '0'));
        write(word, words[index]?.[rules.select(count)] ?? '');
      });
      if (left < 0) clearInterval(this.#timer);
    };
    this.#timer = window.setInterval(draw, 1000);
    draw();
  }

  disconnectedCallback(): void {
    clearInterval(this.#timer);
  }
}

if (!customElements.get('vitrine-countdown')) customElements.define('vitrine-countdown', Countdown);
