import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import type { ListData, ListParts } from '#engine/block-kit/live-list.ts';
import type { ClientCore } from '../core/index.ts';
import { choose, type ChosenStore } from './chosen-rows.ts';
import { FORM_DONE } from './send-forms.ts';
import { refill } from './refill.ts';
import { type ListTrigger, useList } from './use-list.ts';

interface LiveListProps {
  /** The list's element in the page. */
  readonly element: HTMLElement;
  readonly List: ComponentType<ListParts>;
  readonly data: ListData;
  readonly store: ChosenStore;
  readonly core: ClientCore;
}

/** A list with sorting, filtering, pagination, live updates and selection in place. */
export function LiveList({ element, List, data, store, core }: LiveListProps): ReactNode {
  const { t } = useTranslation();
  const { names } = useStore(store);
  /** Selector that restores the focus after an update. */
  const way = useRef<string | null>(null);
  const by = useRef<ListTrigger>('itself');
  const noteFocus = useCallback(
    (askedBy: ListTrigger) => {
      way.current = findListHref(element, document.activeElement);
      by.current = askedBy;
    },
    [element],
  );
  const list = useList(core, data, noteFocus);
  const { table, said, isPending, asOf, isStale, go } = list;

  useEffect(() => {
    if (isPending) element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
    element.toggleAttribute('data-wrong', said === 'failed');
  }, [element, isPending, said]);

  const form = table.chosen?.id;
  useEffect(() => {
    // The action on the selected rows is done.
    const forget = ({ target }: Event): void => {
      if (target instanceof HTMLFormElement && target.id === form) store.setState({ names: new Set() });
    };
    element.addEventListener(FORM_DONE, forget);
    return () => element.removeEventListener(FORM_DONE, forget);
  }, [element, store, form]);

  useLayoutEffect(() => {
    const lost = way.current !== null && !element.contains(document.activeElement);
    if (lost) (element.querySelector<HTMLElement>(way.current ?? '') ?? element).focus();
    if (by.current !== 'itself' && element.getBoundingClientRect().top < 0) element.scrollIntoView();
    // Restores the search field, which may have been edited.
    if (by.current === 'link' || by.current === 'history') refill(element, table.filter);
    way.current = null;
    by.current = 'itself';
  });

  const shown = useMemo(() => new Set(boxesIn(table)), [table]);
  const chosen = {
    has: (name: string) => names.has(name),
    choose: (some: readonly string[], on: boolean) => choose(store, some, on),
    clear: () => store.setState({ names: new Set() }),
    elsewhere: [...names].filter((name) => !shown.has(name)),
    text: names.size === 0 ? '' : t('chosen', { count: names.size }),
    words: { chooseAll: t('chooseAll'), clear: t('clear') },
  };
  const howMuch = table.rows.length === 0 ? table.empty.title : (table.pager?.text ?? '');
  const freshness = isStale ? t('stale') : t('asOf', { at: asOf, formatParams: { at: { timeStyle: 'medium' } } });

  return (
    // Contains links and forms, which work without it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={(event) => follow(event, go)} onSubmit={(event) => filter(event, go)}>
      <List
        title={data.title}
        table={table}
        live={{
          chosen,
          said: said === 'nothing' ? '' : said === 'how much' ? howMuch : t(said),
          freshness: data.moves ? freshness : '',
        }}
      />
    </div>
  );
}

function boxesIn({ rows }: ListData['table']): readonly string[] {
  return rows.flatMap(({ cells }) => cells.flatMap(({ tick }) => (tick === undefined ? [] : [tick.name])));
}

function follow(event: MouseEvent, go: (href: string, by: ListTrigger) => void): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('thead a, nav a') : null;
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain) return;
  event.preventDefault();
  go(link.href, 'link');
}

function filter(event: SubmitEvent, go: (href: string, by: ListTrigger) => void): void {
  const form = event.target;
  // Attributes, because a field named `action` would shadow the property.
  if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'get') return;
  event.preventDefault();
  const url = new URL(form.getAttribute('action') ?? '', location.href);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') url.searchParams.append(name, value);
  go(url.href, 'search');
}

/** Selector of the focused element in the list; `null` when it is elsewhere. */
export function findListHref(list: HTMLElement, element: Element | null): string | null {
  if (element === null || !list.contains(element)) return null;
  if (element.id !== '') return `#${CSS.escape(element.id)}`;
  return `[data-way="${CSS.escape(element.getAttribute('data-way') ?? '')}"]`;
}
