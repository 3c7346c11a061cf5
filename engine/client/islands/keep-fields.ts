/*
 * React does not inform its components what was typed before they were live, and a mismatch in the markup makes it render the
 * island anew, with empty fields. Only the public DOM is used here, so that this stays harmless when React learns to do both.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Choice = HTMLInputElement & { readonly type: 'radio' | 'checkbox' };

interface FieldState {
  readonly node: Field;
  readonly value: string;
  readonly checked: boolean;
}

/** The field that a mouse holds down: until it is let go, what is under it may be rendered anew. */
let pressed: Field | null = null;
addEventListener(
  'pointerdown',
  ({ target, pointerType }) => (pressed = pointerType === 'mouse' ? fieldAt(target) : null),
  true,
);
addEventListener('pointerup', () => (pressed = null));
addEventListener('pointercancel', () => (pressed = null));

/** Notes what was typed, chosen and focused so far. The returned function puts it back once the island is live. */
export function keepFields(island: HTMLElement): () => void {
  const states = new Map<string, FieldState>();
  const note = (node: Field): void => {
    // Only the newest choice of a group counts.
    if (node.type === 'radio') for (const [key, other] of states) if (isGroup(node, other.node)) states.delete(key);
    states.set(identifyField(node), { node, value: node.value, checked: isChoice(node) && node.checked });
  };
  for (const node of fieldsIn(island)) if (isTouched(node)) note(node);
  const ended = new AbortController();
  const early = { capture: true, signal: ended.signal };
  island.addEventListener('input', ({ target }) => isField(target) && note(target), early);
  // React may render between the click on a box and the `input` that follows it.
  island.addEventListener('click', ({ target }) => isField(target) && isChoice(target) && note(target), early);
  let focus = focusIn(island);
  island.addEventListener('focusin', () => (focus = focusIn(island)), early);
  return () => {
    ended.abort();
    // What is typed is in the field itself, as long as that is there.
    for (const { node } of states.values()) if (node.isConnected && !isChoice(node)) note(node);
    const now = focusIn(island) ?? focus;
    const nodes = new Map(fieldsIn(island).map((node) => [identifyField(node), node]));
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

/** Events of typing at which React would render the whole of an island that is not live yet before it lets the browser go on. */
const TYPING = ['keydown', 'keypress', 'keyup', 'input', 'textInput', 'compositionstart', 'compositionend'];

/**
 * Keeps what is typed into the texts of an island from React until the returned function is called: a slow phone shows each letter
 * between two slices of its work, not after all of it. The browser has put it into the field, where `keepFields` finds it. To be called
 * between that and `hydrateRoot`, for listeners of one element are called in the order in which they came.
 */
export function inputSilently(island: HTMLElement): () => void {
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

/** Notes what was typed and chosen. The returned function puts it into the fields that took the place of those that are gone. */
export function carryIslandFields(island: HTMLElement): () => void {
  const typed = new Map(fieldsIn(island).flatMap((node) => (isTouched(node) ? [[identifyField(node), node]] : [])));
  return () => {
    for (const node of fieldsIn(island)) {
      const gone = typed.get(identifyField(node));
      if (gone?.isConnected === false) setField(node, gone.value, isChoice(gone) && gone.checked);
    }
  };
}

/** A browser clicks what the mouse was pressed on; where that is gone, what took its place is clicked instead. */
function finishPress(field: Field | undefined): void {
  if (field === undefined) return;
  const finish = ({ target }: PointerEvent): void => {
    if (fieldAt(target) !== field) return;
    field.focus({ preventScroll: true });
    if (isChoice(field)) field.click();
  };
  addEventListener('pointerup', finish, { once: true });
}

/** The field that a press on an element is meant for, by its label too. */
function fieldAt(target: EventTarget | null): Field | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest('label')?.control ?? target;
  return isField(control) ? control : null;
}

/** What a visitor can fill in. */
export function fieldsIn(root: HTMLElement): Field[] {
  return [...root.querySelectorAll<Field>('input:not([type=hidden]),textarea,select')];
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLElement && target.matches('input:not([type=hidden]),textarea,select');
}

function isChoice(node: Field): node is Choice {
  return node.type === 'radio' || node.type === 'checkbox';
}

/** Whether two radio buttons shut each other out. */
function isGroup(one: Field, other: Field): boolean {
  return other.type === 'radio' && one.name === other.name && one.form?.id === other.form?.id;
}

/** The same for a field and for the one that takes its place. */
export function identifyField(node: Field): string {
  return `${node.form?.id ?? ''} ${node.name || node.id} ${isChoice(node) ? node.value : ''}`;
}

/** Whether it holds something else than its markup says. */
export function isTouched(node: Field): boolean {
  if (node instanceof HTMLSelectElement)
    return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node.type === 'radio') return isChoice(node) && node.checked && !node.defaultChecked;
  return isChoice(node) ? node.checked !== node.defaultChecked : node.value !== node.defaultValue;
}

/**
 * Anyone who types is not disturbed: writing into the field would end the word that an input method composes, which would come twice, and
 * forget what can be undone. Forms hear of it now; React with the next letter, or once the field is left or sent.
 */
function notify(node: Field): void {
  node.addEventListener('change', () => setField(node, node.value, false), { once: true });
  node.dispatchEvent(new Event('input', { bubbles: true }));
}

/** As if it were typed, chosen or ticked. */
export function setField(node: Field, value: string, checked: boolean): void {
  if (isChoice(node)) {
    if (node.checked === checked) return;
    node.click();
    // A click inside the click of the same box does nothing.
    if (node.checked !== checked) tick(node, checked);
    return;
  }
  const selection = readSelection(node);
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

function tick(node: HTMLInputElement, checked: boolean): void {
  node.checked = checked;
  for (const type of ['input', 'change']) node.dispatchEvent(new Event(type, { bubbles: true }));
}

type Selection = [number, number, 'forward' | 'backward' | 'none'];

/** `null` for fields that have no selection, such as `type=number`. */
function readSelection(node: Field): Selection | null {
  if (node instanceof HTMLSelectElement || node.selectionStart === null || node.selectionEnd === null) return null;
  return [node.selectionStart, node.selectionEnd, node.selectionDirection ?? 'none'];
}

/** Remembers the focused field and its selection; the result focuses its successor when the focus was lost meanwhile. */
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
