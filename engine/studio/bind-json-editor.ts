import { isObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { readValueIn } from './blocks.ts';
import { isSameValue, parseJson, withValue } from './edit-json.ts';
import { placeFindings } from './json-assistance.ts';
import type { JsonEditor } from './json-editor.ts';
import { listReferences } from './names.ts';
import type { StudioField, WrittenPlace } from './protocol.ts';
import type { StudioStore } from './store.ts';

export interface JsonBinding {
  /** Formats the text as files are formatted. */
  format(): void;
  close(): void;
}

export interface JsonBindingOptions {
  readonly store: StudioStore;
  readonly place: WrittenPlace;
  readonly fields: readonly StudioField[];
  readonly isEditable: boolean;
  /** Called with whether the text is JSON, after each change. */
  readonly onTyped: (isValid: boolean) => void;
}

/** Opens an editor for a value of the content. Both follow each other: what is typed is written whenever it is valid. */
export function bindJsonEditor(parent: HTMLElement, options: JsonBindingOptions): JsonBinding {
  const { store, place, fields, isEditable, onTyped } = options;
  // Blocks and documents are objects: a value of another kind is not written.
  const parse = (text: string): unknown => {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  };
  const readValue = (): unknown => readValueIn(store.getState().content.files, place);
  const readWritten = (): string => JSON.stringify(readValue(), null, 2) ?? '';
  let typed = readWritten();
  let editor: JsonEditor | null = null;
  let isOpen = true;

  /** Whether the text has another value, regardless of whitespace and order. */
  const isChanged = (): boolean => {
    const value = parse(typed);
    return value !== undefined && !isSameValue(value, readValue());
  };
  const follow = (): void => {
    // Edited elsewhere: what is typed here is in the content already, unless it is not valid yet.
    if (isChanged()) {
      typed = readWritten();
      editor?.write(typed);
    }
    editor?.mark(placeFindings(typed, place, store.getState().findings));
  };
  const onChange = (text: string): void => {
    typed = text;
    const value = parse(text);
    onTyped(value !== undefined);
    if (!isChanged()) return;
    const before = store.getState().content.files[place.file] ?? '';
    const after = withValue(before, place.path, value);
    store.change(`${place.file} ${formatPath(place.path)}`, [{ kind: 'file', path: place.file, before, after }]);
  };
  const open = async (): Promise<void> => {
    const { openJsonEditor } = await import('./json-editor.ts');
    if (!isOpen) return;
    const vocabulary = () => {
      const { opened, content } = store.getState();
      const listValues = (field: StudioField) => listReferences({ opened, content }, field);
      return { fields, blockFields: opened.fields, listValues };
    };
    editor = openJsonEditor(parent, { text: typed, label: 'JSON', isEditable, vocabulary, onChange });
    follow();
  };
  void open();
  const stop = store.subscribe((now, before) => {
    if (now.content !== before.content || now.findings !== before.findings) follow();
  });
  return {
    format() {
      typed = JSON.stringify(parse(typed), null, 2);
      editor?.write(typed);
    },
    close() {
      isOpen = false;
      stop();
      editor?.close();
    },
  };
}
