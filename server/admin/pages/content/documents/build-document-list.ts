import type { CellView, DataView, FormView, TableView } from '#engine/shared/data-view.ts';
import { computeWindowState } from '#engine/shared/wall-time.ts';
import { isObject } from '#engine/documents/json.ts';
import type { DocumentId, DocumentKind } from '#engine/documents/types.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildEmptySearch, listState, buildPager, sortColumn, buildListQuery } from '#server/admin/list.ts';
import type { StaffKey } from '#server/admin/staff-translator.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { type Activity, readActivity } from '../model/activity.ts';
import { getPageAddress, type Content, readPageTitle } from '../model/content.ts';
import { type GetName, readNames } from '../people.ts';
import { type ContentTools, DRAFTS_PAGE } from '../tools.ts';
import { FROM_TEMPLATE } from './actions/create-template-landing/create-template-landing.ts';

/** Kinds of documents that are listed, in the order of the filter. */
const kinds = [
  'page',
  'landing',
  'fragment',
  'experiment',
  'journey',
  'form',
  'brand',
  'site',
] as const satisfies readonly DocumentKind[];
const states = ['drafted', 'scheduled', 'closed', 'published', 'built'] as const;
type State = (typeof states)[number];

interface Row {
  readonly id: DocumentId;
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  readonly address: string;
  /** The most urgent one is shown; the filter matches all. */
  readonly states: readonly State[];
  readonly changed: number;
  readonly by: string;
}

const orders = ['name', 'kind', 'address', 'changed'] as const;

/** All documents with their state; in a draft, those of the draft. */
export async function buildDocumentList(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft | null,
): Promise<DataView> {
  const content = await tools.read(draft?.id);
  const [activity, getName] = await Promise.all([
    readActivity(tools.publications, content),
    readNames(tools.staff, request),
  ]);
  const { t, query, href } = request;
  const all = listRows(request, content, activity, tools.clock.now());
  const list = listState(request, orders, { order: 'name', descending: false });
  const found = matching(all, query).toSorted(comparing(request, list));
  const rows = found.slice(list.offset, list.offset + list.limit);
  const column = (order: (typeof orders)[number], label: StaffKey) =>
    sortColumn(request, list, order, { label: t(label) });
  const table: TableView = {
    caption: t('content.caption'),
    filter: filterForm(request),
    views: views(request, draft),
    columns: [
      column('name', 'content.name'),
      column('kind', 'content.kind'),
      column('address', 'content.address'),
      { label: t('content.state') },
      column('changed', 'content.changed'),
    ],
    rows: rows.map((row) => ({ key: row.id, cells: buildCells(request, row, activity, getName) })),
    empty: buildEmptySearch(request),
    pager: buildPager(request, list, found.length),
  };
  const inDraft: Readonly<Record<string, string>> = draft === null ? {} : { draft: draft.id };
  const back = { label: t('draft.open'), href: href(DRAFTS_PAGE, inDraft) };
  const begin = { label: t('template.title'), href: href(request.path, { new: FROM_TEMPLATE, ...inDraft }) };
  return {
    lede: draft === null ? t('content.lede') : t('content.inDraft', { draft: draft.name }),
    sections: [
      { kind: 'ways', links: draft === null ? [begin] : [back, begin] },
      { kind: 'table', table },
    ],
  };
}

function listRows(request: AdminRequest, content: Content, activity: Activity, now: number): readonly Row[] {
  return [...content.documents.values()].flatMap(({ id, kind: own, value }): readonly Row[] => {
    const kind = kinds.find((each) => each === own);
    // The brand of the site is part of a build.
    if (kind === undefined || id === 'brand') return [];
    const isPublished = activity.published.has(id);
    const has: Readonly<Record<State, boolean>> = {
      drafted: activity.drafts.has(id),
      scheduled: activity.scheduled.has(id),
      closed: isClosed(value['window'], now),
      published: isPublished,
      built: !isPublished,
    };
    const last = activity.last.get(id);
    return [
      {
        id,
        kind,
        name: readPageTitle(content, id, request.locale) ?? id.slice(id.indexOf('/') + 1),
        address: getPageAddress(content, id) ?? '',
        states: states.filter((state) => has[state]),
        changed: last?.at ?? 0,
        by: last?.by ?? '',
      },
    ];
  });
}

function isClosed(window: unknown, now: number): boolean {
  if (!isObject(window) || typeof window['zone'] !== 'string') return false;
  const { from, to, zone } = window;
  try {
    const wall = (time: unknown): string | undefined => (typeof time === 'string' ? time : undefined);
    const [start, end] = [wall(from), wall(to)];
    return computeWindowState({ zone, from: start, to: end }, now) !== 'open';
  } catch {
    // An impossible time has a finding of its own.
    return false;
  }
}

function matching(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const searchTerms = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const [kind, state] = [query.get('kind') ?? '', query.get('state') ?? ''];
  return rows.filter((row) => {
    const text = `${row.name} ${row.id} ${row.address}`.toLowerCase();
    return (
      (kind === '' || row.kind === kind) &&
      (state === '' || row.states.some((each) => each === state)) &&
      searchTerms.every((word) => text.includes(word))
    );
  });
}

function comparing(
  { locale }: AdminRequest,
  { order, descending }: { readonly order: (typeof orders)[number]; readonly descending: boolean },
): (one: Row, other: Row) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = descending ? -1 : 1;
  return (one, other) => {
    const by = order === 'changed' ? one.changed - other.changed : compare(one[order], other[order]);
    return sign * by || compare(one.id, other.id);
  };
}

const marks = { drafted: 'half', scheduled: 'wait', closed: 'off', published: 'on', built: 'on' } as const;

function buildCells(
  request: AdminRequest,
  { id, kind, name, address, states: [state = 'built'], changed, by }: Row,
  { drafts, scheduled }: Activity,
  getName: GetName,
): readonly CellView[] {
  const { t, href, path, query } = request;
  const draft = query.get('draft');
  const at = scheduled.get(id)?.goesLiveAt;
  const sub =
    state === 'drafted'
      ? (drafts.get(id) ?? []).map((each) => each.name).join(', ')
      : state === 'scheduled' && at !== undefined
        ? t.moment(at)
        : '';
  return [
    { text: name, sub: id, href: href(path, { document: id, ...(draft !== null && { draft }) }) },
    { text: t(`content.kind.${kind}`) },
    { text: address === '' ? '–' : address },
    { text: t(`content.state.${state}`), mark: marks[state], ...(sub !== '' && { sub }) },
    changed === 0 ? { text: '–' } : { text: t.moment(changed), sub: getName(by) },
  ];
}

function filterForm(request: AdminRequest): FormView {
  const { t, query } = request;
  const asked = (name: string): string => query.get(name) ?? '';
  return {
    id: 'search',
    method: 'get',
    action: request.href(request.path),
    hidden: Object.fromEntries(
      ['sort', 'draft'].flatMap((name) => (asked(name) === '' ? [] : [[name, asked(name)] as const])),
    ),
    fields: [
      { name: 'q', label: t('content.search'), type: 'search', value: asked('q') },
      {
        name: 'kind',
        label: t('content.kind'),
        type: 'select',
        value: asked('kind'),
        options: [
          { value: '', label: t('list.all') },
          ...kinds.map((kind) => ({ value: kind, label: t(`content.kind.${kind}`) })),
        ],
      },
      {
        name: 'state',
        label: t('content.state'),
        type: 'select',
        value: asked('state'),
        options: [
          { value: '', label: t('list.all') },
          ...states.map((state) => ({ value: state, label: t(`content.state.${state}`) })),
        ],
      },
    ],
    submit: t('list.search'),
  };
}

/** Link from the documents of a draft to the live ones. */
const views = (request: AdminRequest, draft: Draft | null): NonNullable<TableView['views']> =>
  draft === null
    ? []
    : [{ label: request.t('content.live'), href: buildListQuery(request, { draft: '', page: '' }), current: false }];
