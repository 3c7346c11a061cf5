/** Outlines elements of a page. @returns removes the outlines */
export function markDifferences(elements: readonly HTMLElement[]): () => void {
  for (const { style } of elements) {
    style.setProperty('outline', '4px dashed #b3261e', 'important');
    style.setProperty('outline-offset', '-4px', 'important');
  }
  return () => {
    for (const { style } of elements) for (const name of ['outline', 'outline-offset']) style.removeProperty(name);
  };
}
