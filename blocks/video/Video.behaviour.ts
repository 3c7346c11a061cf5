/** Plays the video that its link names in its place. Pressing it agrees to what its host loads, which the block says below. */
class PlayedVideo extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', (event) => {
      const link = this.querySelector('a');
      // A new tab was asked for.
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const { frame = '', name = '' } = link.dataset;
      const player = document.createElement('iframe');
      player.src = frame;
      player.title = name;
      player.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
      // YouTube plays nothing without it.
      player.referrerPolicy = 'strict-origin-when-cross-origin';
      // A preview allows no frames: the video opens at its own address.
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        if (effectiveDirective === 'frame-src' && frame.startsWith(blockedURI)) location.assign(link.href);
      });
      this.replaceChildren(player);
      player.focus();
    });
  }
}

if (!customElements.get('vitrine-video')) customElements.define('vitrine-video', PlayedVideo);
