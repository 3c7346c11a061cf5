/** Name of an image file, which its derivatives begin with: `images/satin/wine-29.jpg` and `/assets/images/wine-29.3f9c2a1b.960.avif`. */
export const readFileName = (path: string): string => path.split('/').at(-1)?.split('.')[0] ?? '';

/** Moves the focus to the properties of a picture or of a form's field on the page; `false` for other elements. */
export function focusProperty(clicked: readonly Element[]): boolean {
  const found = clicked.flatMap((element) => findProperty(element) ?? [])[0];
  if (found === undefined) return false;
  for (let around = found.closest('details'); around !== null; around = nextDetails(around)) around.open = true;
  found.querySelector<HTMLElement>('summary, select, input, textarea')?.focus();
  found.scrollIntoView({ block: 'start' });
  return true;
}

const nextDetails = (details: Element): HTMLDetailsElement | null => details.parentElement?.closest('details') ?? null;

function findProperty(element: Element): HTMLElement | null {
  const properties = document.querySelector('.properties');
  const [attribute, name] = element.matches('img')
    ? ['data-picture', readFileName(element.getAttribute('src') ?? '')]
    : ['data-name', element.closest('[name]')?.getAttribute('name') ?? ''];
  return name === '' ? null : (properties?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(name)}"]`) ?? null);
}
