import { changesBetween, type StudioContent, type EditHistory } from './history.ts';
import type { StudioStore } from './store.ts';

/** Steps of each direction that outlive a reload: a tab may store 5 MB. */
const MAX_STEPS = 30;

interface Remembered {
  readonly content: StudioContent;
  readonly history: EditHistory;
}

/** Takes up the steps of this tab before a reload, if they lead from what was opened now. */
export function recallHistory(store: StudioStore, storage: Pick<Storage, 'getItem'>, name: string): void {
  const text = storage.getItem(name);
  if (text === null) return;
  // The checked edge: written below, by a page of this origin.
  const { content, history } = JSON.parse(text) as Remembered;
  if (changesBetween(content, store.getState().content).length === 0) store.setState({ history });
}

export function rememberHistory(store: StudioStore, storage: Pick<Storage, 'setItem'>, name: string): void {
  const { content, history } = store.getState();
  const newest = { past: history.past.slice(-MAX_STEPS), future: history.future.slice(-MAX_STEPS) };
  try {
    storage.setItem(name, JSON.stringify({ content, history: newest } satisfies Remembered));
  } catch {
    // A tab whose storage is full or switched off begins anew.
  }
}
