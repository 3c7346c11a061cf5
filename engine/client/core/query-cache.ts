import { type DocumentNode, print } from 'graphql';
import { AppError } from '#engine/block-kit/app-error.ts';
import { type AsyncState, changeState } from '#engine/block-kit/async-state.ts';
import { CACHE_CLEAN_DELAY_MS } from './constants.ts';
import { computeQueryKey } from './compute-query-key.ts';

type Variables = Readonly<Record<string, unknown>>;
type Reader = (state: AsyncState<unknown>) => void;

/** Options of a query. */
export interface QueryOptions {
  /** Sent without user interaction, so that it does not extend the session. */
  readonly unattended?: boolean;
  /** Bypasses the cache. */
  readonly fresh?: boolean;
}

interface Entry {
  state: AsyncState<unknown>;
  /** Options of a refetch requested while another response is pending. */
  again: QueryOptions | null;
  readonly readers: Set<Reader>;
  cleaning: ReturnType<typeof setTimeout> | undefined;
}

interface QueryCache {
  /**
   * Reports the state, initially and on changes.
   * @returns unsubscribe function
   */
  watch(document: DocumentNode, variables: Variables, reader: Reader, how?: QueryOptions): () => void;
  /** Refetches a query that has readers, after a pending response; a no-op otherwise. */
  again(document: DocumentNode, variables: Variables, how?: QueryOptions): Promise<void>;
}

function failed(cause: unknown): AsyncState<never> {
  return { status: 'error', error: new AppError('A query was not answered.', { cause }) };
}

/**
 * Shares a request and its response between all readers of a query (C7). Entries remain slightly longer than their readers, so that a
 * re-rendered reader finds them.
 */
export function createQueryCache(
  ask: (document: DocumentNode, variables: Variables, how: QueryOptions) => Promise<unknown>,
): QueryCache {
  const entries = new Map<string, Entry>();

  const move = (entry: Entry, to: AsyncState<unknown>): void => {
    entry.state = changeState(entry.state, to);
    for (const reader of entry.readers) reader(entry.state);
  };

  const load = async (entry: Entry, document: DocumentNode, variables: Variables, how: QueryOptions): Promise<void> => {
    move(entry, { status: 'pending' });
    try {
      move(entry, { status: 'success', data: await ask(document, variables, how) });
    } catch (cause) {
      move(entry, failed(cause));
    }
    const { again } = entry;
    entry.again = null;
    if (again !== null && entry.readers.size > 0) await load(entry, document, variables, again);
  };

  const leave = (key: string, entry: Entry, reader: Reader): void => {
    entry.readers.delete(reader);
    if (entry.readers.size > 0) return;
    entry.cleaning = setTimeout(() => entries.delete(key), CACHE_CLEAN_DELAY_MS);
  };

  const enter = (
    key: string,
    document: DocumentNode,
    variables: Variables,
    reader: Reader,
    how: QueryOptions,
  ): Entry => {
    const entry: Entry = entries.get(key) ?? {
      state: { status: 'idle' },
      again: null,
      readers: new Set(),
      cleaning: undefined,
    };
    entries.set(key, entry);
    clearTimeout(entry.cleaning);
    entry.readers.add(reader);
    const { status } = entry.state;
    // Failures are fetched again for the next reader.
    const isMissing = status === 'idle' || status === 'error';
    if (isMissing || (status === 'success' && how.fresh === true)) void load(entry, document, variables, how);
    else reader(entry.state);
    return entry;
  };

  return {
    watch(document, variables, listener, how = {}) {
      let isOpen = true;
      let end = (): void => {};
      // A new function, so that a listener added twice counts as two readers.
      const reader: Reader = (state) => listener(state);
      computeQueryKey(print(document), variables)
        .then((key) => {
          if (!isOpen) return;
          const entry = enter(key, document, variables, reader, how);
          end = () => leave(key, entry, reader);
        })
        // Browsers provide hashing in secure contexts only.
        .catch((cause: unknown) => isOpen && reader(failed(cause)));
      return () => {
        if (!isOpen) return;
        isOpen = false;
        end();
      };
    },
    async again(document, variables, how = {}) {
      const entry = entries.get(await computeQueryKey(print(document), variables));
      if (entry === undefined || entry.readers.size === 0) return;
      if (entry.state.status === 'pending') entry.again = how;
      else await load(entry, document, variables, how);
    },
  };
}
