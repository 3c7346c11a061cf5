/** Milliseconds until screen readers have registered the live region. */
const ANNOUNCE_DELAY_MS = 100;

/** Announces the title of the new page to screen readers, as a full load would. */
export function announce(title: string): void {
  let region = document.getElementById('announcer');
  if (region === null) {
    region = Object.assign(document.createElement('div'), { id: 'announcer', className: 'vh', role: 'status' });
    region.dataset['stays'] = '';
    document.body.append(region);
  }
  region.textContent = '';
  setTimeout(() => void (region.textContent = title), ANNOUNCE_DELAY_MS);
}

/** Focuses the heading of the new page, without a focus ring. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
