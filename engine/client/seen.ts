/*
 * `<vitrine-seen data-block="hero" data-to="/api/seen?of=…">` reports once that a block was seen: half of it, or so much that it fills half
 * of the screen (N26). Loaded only on pages of experiments that count by it; without imports.
 */

/** Sequential: each response sets cookies that the next report sends. */
let sent: Promise<unknown> = Promise.resolve();

const isSeen = ({ intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean =>
  intersectionRatio >= 0.5 || intersectionRect.height * 2 >= innerHeight;

class ExposedBlock extends HTMLElement {
  connectedCallback(): void {
    const { block = '', to = '' } = this.dataset;
    const shown = document.getElementById(block);
    if (shown === null) return;
    new IntersectionObserver(
      (entries, watch) => {
        // The block may be part of the next page, which counts by another one.
        if (!this.isConnected || !entries.some(isSeen)) return;
        watch.disconnect();
        sent = sent.then(() => fetch(to, { method: 'POST', keepalive: true })).catch(() => undefined);
      },
      { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
    ).observe(shown);
  }
}

if (!customElements.get('vitrine-seen')) customElements.define('vitrine-seen', ExposedBlock);
