import { type DocumentNode, print } from 'graphql';
import { AppError } from '#engine/block-kit/app-error.ts';
import { type AsyncState, changeState } from '#engine/block-kit/async-state.ts';
import { CACHE_CLEAN_DELAY_MS } from './constants.ts';
import { queryKey } from './query-key.ts';

type Variables = Readonly<Record<string, unknown>>;
type Reader = (state: AsyncState<unknown>) => void;

/** How a query is asked. */
export interface QueryOptions {
  /** By the page itself: nobody did anything, and no session is kept alive by it. */
  readonly unattended?: boolean;
  /** Not what is kept, but an answer from now on. */
  readonly fresh?: boolean;
}

interface Entry {
  state: AsyncState<unknown>;
  /** Asked for once more, while the answer before is still on its way. */
  again: QueryOptions | null;
  readonly readers: Set<Reader>;
  cleaning: ReturnType<typeof setTimeout> | undefined;
}

interface QueryCache {
  /**
   * Reports the state now and whenever it changes.
   * @returns ends that
   */
  watch(document: DocumentNode, variables: Variables, reader: Reader, how?: QueryOptions): () => void;
  /** Asks anew for what is read, once the answer that is on its way is there; nothing where nobody does. */
  again(document: DocumentNode, variables: Variables, how?: QueryOptions): Promise<void>;
}

function failed(cause: unknown): AsyncState<never> {
  return { status: 'error', error: new AppError('A query was not answered.', { cause }) };
}

/**
 * Anyone who reads the same query shares one request and its answer (C7). The answer is kept while anybody reads it and a moment
 * longer, so that a reader that is rendered anew finds it again.
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
    // What failed is asked for again by the next reader.
    const isMissing = status === 'idle' || status === 'error';
    if (isMissing || (status === 'success' && how.fresh === true)) void load(entry, document, variables, how);
    else reader(entry.state);
    return entry;
  };

  return {
    watch(document, variables, listener, how = {}) {
      let isOpen = true;
      let end = (): void => {};
      // A listener that watches twice is two readers.
      const reader: Reader = (state) => listener(state);
      queryKey(print(document), variables)
        .then((key) => {
          if (!isOpen) return;
          const entry = enter(key, document, variables, reader, how);
          end = () => leave(key, entry, reader);
        })
        // A browser hashes on secure pages only.
        .catch((cause: unknown) => isOpen && reader(failed(cause)));
      return () => {
        if (!isOpen) return;
        isOpen = false;
        end();
      };
    },
    async again(document, variables, how = {}) {
      const entry = entries.get(await queryKey(print(document), variables));
      if (entry === undefined || entry.readers.size === 0) return;
      if (entry.state.status === 'pending') entry.again = how;
      else await load(entry, document, variables, how);
    },
  };
}
