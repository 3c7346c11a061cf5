/** Milliseconds until assistive technology has noticed the region before its words come. */
const ANNOUNCE_DELAY_MS = 100;

/** Announces to assistive technology the title of the page that is there now, as a full load would. */
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

/** The heading of the new page is where reading starts; it takes the focus without a ring of its own. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
