/** Outlines elements of a page: differences dashed, errors solid. @returns removes the outlines */
export function markElements(elements: readonly HTMLElement[], line: 'dashed' | 'solid'): () => void {
  for (const { style } of elements) {
    style.setProperty('outline', `4px ${line} #b3261e`, 'important');
    style.setProperty('outline-offset', '-4px', 'important');
  }
  return () => {
    for (const { style } of elements) for (const name of ['outline', 'outline-offset']) style.removeProperty(name);
  };
}
