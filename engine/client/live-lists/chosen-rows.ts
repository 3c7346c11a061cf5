import { createStore, type StoreApi } from 'zustand/vanilla';

interface ChosenState {
  /** Names of checked boxes. */
  readonly names: ReadonlySet<string>;
}

export type ChosenStore = StoreApi<ChosenState>;

/** Selection of a list, independent of sorting, pages and updates. */
export function getChosenStore(): ChosenStore {
  return createStore<ChosenState>(() => ({ names: new Set() }));
}

export function choose(store: ChosenStore, names: readonly string[], isChosen: boolean): void {
  store.setState(({ names: before }) => {
    const after = new Set(before);
    for (const name of names) {
      if (isChosen) after.add(name);
      else after.delete(name);
    }
    return { names: after };
  });
}
