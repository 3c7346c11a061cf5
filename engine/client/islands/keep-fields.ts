/*
 * React does not report input from before hydration to components, and a mismatch in the markup re-renders an island with empty fields.
 * Uses the public DOM only, so it stays harmless if React changes that.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Choice = HTMLInputElement & { readonly type: 'radio' | 'checkbox' };

interface FieldState {
  readonly node: Field;
  readonly value: string;
  readonly checked: boolean;
}

/** The field under a pressed mouse button; React may replace it before the release. */
let pressed: Field | null = null;
addEventListener(
  'pointerdown',
  ({ target, pointerType }) => (pressed = pointerType === 'mouse' ? fieldAt(target) : null),
  true,
);
addEventListener('pointerup', () => (pressed = null));
addEventListener('pointercancel', () => (pressed = null));

/** Records values and focus. The returned function restores them after hydration. */
export function keepFields(island: HTMLElement): () => void {
  const states = new Map<string, FieldState>();
  const note = (node: Field): void => {
    // Only the newest choice of a radio group counts.
    if (node.type === 'radio') for (const [key, other] of states) if (isGroup(node, other.node)) states.delete(key);
    states.set(identifyField(node), { node, value: node.value, checked: isChoice(node) && node.checked });
  };
  for (const node of listFields(island)) if (isTouched(node)) note(node);
  const ended = new AbortController();
  const early = { capture: true, signal: ended.signal };
  island.addEventListener('input', ({ target }) => isField(target) && note(target), early);
  // React may render between a checkbox's click and its `input`.
  island.addEventListener('click', ({ target }) => isField(target) && isChoice(target) && note(target), early);
  let focus = focusIn(island);
  island.addEventListener('focusin', () => (focus = focusIn(island)), early);
  return () => {
    ended.abort();
    // A connected field holds its value itself.
    for (const { node } of states.values()) if (node.isConnected && !isChoice(node)) note(node);
    const now = focusIn(island) ?? focus;
    const nodes = new Map(listFields(island).map((node) => [identifyField(node), node]));
    for (const [key, { node: before, value, checked }] of states) {
      const node = nodes.get(key);
      if (node === undefined) continue;
      if (node === before && node === document.activeElement && !isChoice(node)) notify(node);
      else setField(node, value, checked);
    }
    now?.(nodes);
    if (pressed !== null && !pressed.isConnected) finishPress(nodes.get(identifyField(pressed)));
  };
}

/** Events for which React would hydrate the whole island synchronously. */
const TYPING = ['keydown', 'keypress', 'keyup', 'input', 'textInput', 'compositionstart', 'compositionend'];

/**
 * Hides typing in text fields of an island from React until the returned function is called, so that a slow phone shows letters between
 * slices of hydration. Fields hold the values, which `keepFields` restores. Call it between `keepFields` and `hydrateRoot`, because
 * listeners run in the order in which they were added.
 */
export function suppressInputEvents(island: HTMLElement): () => void {
  const ended = new AbortController();
  const isTyped = (target: EventTarget | null): boolean => isField(target) && !isChoice(target);
  for (const type of TYPING) {
    island.addEventListener(type, (event) => isTyped(event.target) && event.stopImmediatePropagation(), {
      capture: true,
      signal: ended.signal,
    });
  }
  return () => ended.abort();
}

/** Records values and choices. The returned function restores them in replaced fields. */
export function carryIslandFields(island: HTMLElement): () => void {
  const typed = new Map(listFields(island).flatMap((node) => (isTouched(node) ? [[identifyField(node), node]] : [])));
  return () => {
    for (const node of listFields(island)) {
      const gone = typed.get(identifyField(node));
      if (gone?.isConnected === false) setField(node, gone.value, isChoice(gone) && gone.checked);
    }
  };
}

/** Browsers click the element that the mouse was pressed on; if it was replaced, its successor is clicked. */
function finishPress(field: Field | undefined): void {
  if (field === undefined) return;
  const finish = ({ target }: PointerEvent): void => {
    if (fieldAt(target) !== field) return;
    field.focus({ preventScroll: true });
    if (isChoice(field)) field.click();
  };
  addEventListener('pointerup', finish, { once: true });
}

/** The field of a pressed element or label. */
function fieldAt(target: EventTarget | null): Field | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest('label')?.control ?? target;
  return isField(control) ? control : null;
}

/** Fields that visitors can fill in. */
export function listFields(root: HTMLElement): Field[] {
  return [...root.querySelectorAll<Field>('input:not([type=hidden]),textarea,select')];
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && target.matches('input:not([type=hidden]),textarea,select');
}

function isChoice(node: Field): node is Choice {
  return node.type === 'radio' || node.type === 'checkbox';
}

/** Whether two radio buttons exclude each other. */
function isGroup(one: Field, other: Field): boolean {
  return other.type === 'radio' && one.name === other.name && one.form?.id === other.form?.id;
}

/** Equal for a field and its replacement. */
export function identifyField(node: Field): string {
  return `${node.form?.id ?? ''} ${node.name || node.id} ${isChoice(node) ? node.value : ''}`;
}

/** Whether its value differs from the markup. */
export function isTouched(node: Field): boolean {
  if (node instanceof HTMLSelectElement)
    return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node.type === 'radio') return isChoice(node) && node.checked && !node.defaultChecked;
  return isChoice(node) ? node.checked !== node.defaultChecked : node.value !== node.defaultValue;
}

/**
 * Does not write into a field that is being typed in: that would end an IME composition and clear the undo history. Forms are notified
 * immediately; React with the next letter, or on blur or submit.
 */
function notify(node: Field): void {
  node.addEventListener('change', () => setField(node, node.value, false), { once: true });
  node.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Sets a value as if it were entered, with events. */
export function setField(node: Field, value: string, checked: boolean): void {
  if (isChoice(node)) {
    if (node.checked === checked) return;
    node.click();
    // A click within the click of the same box is a no-op.
    if (node.checked !== checked) tick(node, checked);
    return;
  }
  const selection = readSelection(node);
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
    // React watches assignments on the element, so the prototype's setter is used.
    const prototype = node instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    node.value = '';
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(node, value);
  } else {
    node.value = value;
  }
  if (selection) (node as HTMLInputElement).setSelectionRange(...selection);
  node.dispatchEvent(new Event('input', { bubbles: true }));
}

function tick(node: HTMLInputElement, checked: boolean): void {
  node.checked = checked;
  for (const type of ['input', 'change']) node.dispatchEvent(new Event(type, { bubbles: true }));
}

type Selection = [number, number, 'forward' | 'backward' | 'none'];

/** `null` for fields without selection, such as `type=number`. */
function readSelection(node: Field): Selection | null {
  if (node instanceof HTMLSelectElement || node.selectionStart === null || node.selectionEnd === null) return null;
  return [node.selectionStart, node.selectionEnd, node.selectionDirection ?? 'none'];
}

/** Records focus and selection; the result restores both on the replaced field if the focus was lost. */
function focusIn(island: HTMLElement): ((nodes: ReadonlyMap<string, Field>) => void) | null {
  const active = document.activeElement;
  if (!isField(active) || !island.contains(active)) return null;
  const key = identifyField(active);
  const selection = readSelection(active);
  return (nodes) => {
    const node = nodes.get(key);
    if (node === undefined || node === document.activeElement) return;
    node.focus({ preventScroll: true });
    if (selection) (node as HTMLInputElement).setSelectionRange(...selection);
  };
}
