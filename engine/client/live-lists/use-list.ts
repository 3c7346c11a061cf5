import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataView, TableView } from '#engine/shared/data-view.ts';
import type { ListData } from '#engine/block-kit/live-list.ts';
import { DataViewDocument, DataViewMovedDocument } from '#schemas/generated/graphql/operations.ts';
import type { ClientCore } from '../core/index.ts';
import { isFatalError } from './is-fatal-error.ts';
import { keepRefusedForms } from './keep-refused-forms.ts';

/** Milliseconds after which a loading state is shown and announced. */
const SHOW_WAITING_AFTER_MS = 200;

/** Trigger of a request: a link, search or history navigation by the user, or a live update. */
export type ListTrigger = 'link' | 'search' | 'history' | 'itself';

/** A list at an address. */
interface Asked {
  readonly href: string;
  readonly by: ListTrigger;
}

export interface LiveListState {
  readonly table: TableView;
  /** Message beside the list. */
  readonly said: 'nothing' | 'busy' | 'failed' | 'how much';
  readonly isPending: boolean;
  /** Milliseconds since the epoch. */
  readonly asOf: number;
  /** Whether live updates have stopped. */
  readonly isStale: boolean;
}

/**
 * A list at an address of its page (C5): fetched on navigation, filtering and live updates.
 *
 * @param moved called before a new table is rendered
 */
export function useList(
  core: ClientCore,
  data: ListData,
  moved: (by: ListTrigger) => void,
): LiveListState & { readonly go: (href: string, by: ListTrigger) => void } {
  const [state, setState] = useState<LiveListState>(() => ({
    table: data.table,
    said: 'nothing',
    isPending: false,
    asOf: Date.now(),
    isStale: false,
  }));
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Query of the shown address. */
  const shown = useRef(location.search);
  const change = useCallback((to: Partial<LiveListState>) => setState((before) => ({ ...before, ...to })), []);
  const go = useCallback((href: string, by: ListTrigger) => setAsked({ href, by }), []);

  useEffect(() => {
    if (asked === null) return;
    const { href, by } = asked;
    const unattended = by === 'itself';
    let isFirst = true;
    let slow: ReturnType<typeof setTimeout> | undefined;
    const end = core.watch(
      DataViewDocument,
      toVariables(data, new URL(href).search),
      (answer) => {
        clearTimeout(slow);
        const isAsked = isFirst && !unattended;
        if (answer.status === 'pending' && isAsked) {
          change({ isPending: true });
          slow = setTimeout(() => change({ said: 'busy' }), SHOW_WAITING_AFTER_MS);
        } else if (answer.status === 'success') {
          const table = tableIn(answer.data.dataView, data.fromEnd);
          // Loads another page, such as sign-in, to report it.
          if (table === null) return isAsked ? location.assign(href) : change({ isStale: true });
          moved(isAsked ? by : 'itself');
          // As for links, the same address adds no history entry.
          if (isAsked && by !== 'history' && href !== location.href) history.pushState(null, '', href);
          shown.current = location.search;
          setState((last) => ({
            ...last,
            table: isAsked ? table : keepRefusedForms(table, last.table),
            isPending: false,
            asOf: Date.now(),
            ...(isAsked && { said: 'how much' }),
          }));
          isFirst = false;
        } else if (answer.status === 'error') {
          // Live updates never navigate.
          if (!isAsked) return change({ isStale: true });
          if (isFatalError(answer.error)) return location.assign(href);
          change({ isPending: false, said: 'failed' });
        }
      },
      // Repeating a search bypasses the cache.
      { unattended, fresh: !unattended },
    );
    return () => {
      clearTimeout(slow);
      end();
    };
  }, [core, data, asked, moved, change]);

  useEffect(() => {
    const back = (): void => {
      if (location.search !== shown.current) go(location.href, 'history');
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [go]);

  const search = asked === null ? location.search : new URL(asked.href).search;
  useEffect(() => {
    if (!data.moves) return;
    const variables = toVariables(data, search);
    return core.subscribe(DataViewMovedDocument, variables, {
      next: () => {
        // Initially the page's own data.
        setAsked((before) => before ?? { href: location.href, by: 'itself' });
        core.again(DataViewDocument, variables, { unattended: true });
        change({ isStale: false });
      },
      error: () => change({ isStale: true }),
    });
  }, [core, data, search, change]);

  return { ...state, go };
}

function toVariables({ query, locale, path }: ListData, search: string) {
  return { query, locale, path, search: search.replace(/^\?/, '') };
}

/** @returns `null` when the list is missing, such as without permission */
function tableIn(view: unknown, fromEnd: number): TableView | null {
  if (!isView(view)) return null;
  const tables = view.sections.flatMap((section) => (section.kind === 'table' ? [section.table] : []));
  return tables.at(-fromEnd) ?? null;
}

/** Checked edge: this server responds with the same type. */
function isView(view: unknown): view is DataView {
  return typeof view === 'object' && view !== null && 'sections' in view && Array.isArray(view.sections);
}
