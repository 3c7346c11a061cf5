import { compareContents, type StudioContent, type EditHistory } from './history.ts';
import type { StudioStore } from './store.ts';

/** Maximum stored steps per direction: a tab may store 5 MB. */
const MAX_STEPS = 30;

interface Remembered {
  readonly content: StudioContent;
  readonly history: EditHistory;
}

/** Restores the undo history after a reload, if it belongs to the opened content. */
export function recallHistory(store: StudioStore, storage: Pick<Storage, 'getItem'>, name: string): void {
  const text = storage.getItem(name);
  if (text === null) return;
  // Checked edge: written below by the same origin.
  const { content, history } = JSON.parse(text) as Remembered;
  if (compareContents(content, store.getState().content).length === 0) store.setState({ history });
}

export function rememberHistory(store: StudioStore, storage: Pick<Storage, 'setItem'>, name: string): void {
  const { content, history } = store.getState();
  const newest = { past: history.past.slice(-MAX_STEPS), future: history.future.slice(-MAX_STEPS) };
  try {
    storage.setItem(name, JSON.stringify({ content, history: newest } satisfies Remembered));
  } catch {
    // Without storage the history starts empty.
  }
}
