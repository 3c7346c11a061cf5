/*
 * React does not tell its components what was typed before they were live, and a mismatch in the markup makes it render the
 * island anew, with empty fields. Only the public DOM is used here, so that this stays harmless when React learns to do both.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  readonly node: Field;
  readonly value: string;
  readonly checked: boolean;
}

/** Notes what was typed, chosen and focused so far. The returned function puts it back once the island is live. */
export function keepFields(island: HTMLElement): () => void {
  const kept = new Map<string, Kept>();
  const note = (node: Field): void => {
    const checked = node instanceof HTMLInputElement && node.checked;
    kept.set(keyOf(node), { node, value: node.value, checked });
  };
  for (const node of fieldsIn(island)) if (isTouched(node)) note(node);
  const onInput = ({ target }: Event): void => {
    if (isField(target)) note(target);
  };
  island.addEventListener('input', onInput, true);
  let focus = focusIn(island);
  const onFocus = (): void => void (focus = focusIn(island));
  island.addEventListener('focusin', onFocus, true);
  return () => {
    island.removeEventListener('input', onInput, true);
    island.removeEventListener('focusin', onFocus, true);
    // The newest state of fields that are still there counts.
    for (const { node } of kept.values()) if (node.isConnected) note(node);
    const now = focusIn(island) ?? focus;
    const nodes = new Map(fieldsIn(island).map((node) => [keyOf(node), node]));
    for (const [key, { value, checked }] of kept) {
      const node = nodes.get(key);
      if (node !== undefined) put(node, value, checked);
    }
    now?.(nodes);
  };
}

function fieldsIn(root: HTMLElement): Field[] {
  return [...root.querySelectorAll<Field>('input:not([type=hidden]),textarea,select')];
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && target.matches('input:not([type=hidden]),textarea,select');
}

/** The same for a field and for the one that takes its place. */
function keyOf(node: Field): string {
  const isChoice = node.type === 'radio' || node.type === 'checkbox';
  return `${node.form?.id ?? ''} ${node.name || node.id} ${isChoice ? node.value : ''}`;
}

function isTouched(node: Field): boolean {
  if (node instanceof HTMLSelectElement)
    return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node instanceof HTMLInputElement && (node.type === 'radio' || node.type === 'checkbox'))
    return node.checked !== node.defaultChecked;
  return node.value !== node.defaultValue;
}

function put(node: Field, value: string, checked: boolean): void {
  if (node instanceof HTMLInputElement && (node.type === 'radio' || node.type === 'checkbox')) {
    if (node.checked !== checked) node.click();
    return;
  }
  const selection = selectionOf(node);
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
    // An assignment through the element is what React watches; it has to see the text arrive, not only find it.
    const prototype = node instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    node.value = '';
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(node, value);
  } else {
    node.value = value;
  }
  if (selection) (node as HTMLInputElement).setSelectionRange(...selection);
  node.dispatchEvent(new Event('input', { bubbles: true }));
}

type Selection = [number, number, 'forward' | 'backward' | 'none'];

/** `null` for fields that have no selection, such as `type=number`. */
function selectionOf(node: Field): Selection | null {
  if (node instanceof HTMLSelectElement || node.selectionStart === null || node.selectionEnd === null) return null;
  return [node.selectionStart, node.selectionEnd, node.selectionDirection ?? 'none'];
}

/** Remembers the focused field and its selection; the result focuses its successor when the focus was lost meanwhile. */
function focusIn(island: HTMLElement): ((nodes: ReadonlyMap<string, Field>) => void) | null {
  const active = document.activeElement;
  if (!isField(active) || !island.contains(active)) return null;
  const key = keyOf(active);
  const selection = selectionOf(active);
  return (nodes) => {
    const node = nodes.get(key);
    if (node === undefined || node === document.activeElement) return;
    node.focus({ preventScroll: true });
    if (selection) (node as HTMLInputElement).setSelectionRange(...selection);
  };
}
