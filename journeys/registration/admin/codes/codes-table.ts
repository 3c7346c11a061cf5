import type { CellView, Mark, TableView } from '#engine/shared/data-view.ts';
import { type CodeState, codeStates } from '#journeys/registration/members/codes/code-state.ts';
import {
  type CodeOrder,
  type FindCodesAnswer,
  type FoundCode,
  getCodePosition,
} from '#journeys/registration/members/find-codes/find-codes.ts';
import {
  emptySearch,
  buildPagerBeside,
  type PageState,
  searchForm,
  sortColumn,
  stateViews,
} from '#server/admin/list.ts';
import { landingName } from '#journeys/registration/admin/link/ports.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { tickFor } from '#server/admin/tick.ts';
import { blockChosenForm } from './actions/block-chosen-codes/block-chosen-codes.ts';
import { blockForm } from './actions/block-code/block-code.ts';
import { PAGE, TICK } from './ports.ts';

const marks: Readonly<Record<CodeState, Mark>> = {
  open: 'on',
  full: 'alert',
  over: 'off',
  blocked: 'off',
  'inviter blocked': 'off',
};
const stateKeys = {
  open: 'codes.state.open',
  full: 'codes.state.full',
  over: 'codes.state.over',
  blocked: 'codes.state.blocked',
  'inviter blocked': 'codes.state.inviterBlocked',
} as const;

/** The list of codes with their balances. */
export function codesTable(
  request: AdminRequest,
  list: PageState<CodeOrder>,
  { codes, total }: FindCodesAnswer,
): TableView {
  const { words, query } = request;
  const current = codeStates.find((state) => state === query.get('state')) ?? null;
  const search = query.get('q') ?? '';
  return {
    caption: words('codes.caption'),
    filter: searchForm(request, words('codes.find')),
    views: stateViews(request, codeStates, current, (state) => words(stateKeys[state]), words('list.all')),
    columns: [
      sortColumn(request, list, 'label', { label: words('codes.code') }),
      sortColumn(request, list, 'inviter', { label: words('codes.inviter') }),
      { label: words('codes.state') },
      { label: words('codes.balance') },
      sortColumn(request, list, 'active', { label: words('codes.used'), numeric: true }),
      { label: words('codes.pending'), numeric: true },
      sortColumn(request, list, 'free', { label: words('codes.left'), numeric: true }),
      sortColumn(request, list, 'lastUsed', { label: words('codes.lastUsed') }),
      { label: words('list.action') },
    ],
    rows: codes.map((code) => ({ key: code.label, cells: buildCells(request, code) })),
    empty:
      search === '' && current === null
        ? { title: words('list.nothing'), text: words('codes.noneText') }
        : emptySearch(request),
    pager: buildPagerBeside(
      request,
      list,
      total,
      codes.map((code) => getCodePosition(code, list.order)),
    ),
    chosen: blockChosenForm(request),
    downloads: [
      {
        label: words('list.download'),
        href: request.fileHref('codes', { ...(search !== '' && { q: search }), ...(current && { state: current }) }),
      },
    ],
  };
}

/** State of a code, and its expiry. */
export function buildStateCell({ words }: AdminRequest, { state, expiresAt }: FoundCode): CellView {
  return {
    text: words(stateKeys[state]),
    mark: marks[state],
    ...(expiresAt !== null && { sub: words('codes.until', { time: words.moment(expiresAt) }) }),
  };
}

function buildCells(request: AdminRequest, code: FoundCode): readonly CellView[] {
  const { words, href } = request;
  const { label, active, pending, free, landing, inviterName, lastUsedAt } = code;
  const figures = { used: words.number(active), pending: words.number(pending), left: words.number(free) };
  return [
    {
      text: label,
      ...(landing !== null && { sub: landingName(landing) }),
      href: href(PAGE, { code: label }),
      ...(code.state !== 'blocked' && { tick: tickFor(request, TICK + code.code, label) }),
    },
    { text: inviterName ?? words('codes.noInviter') },
    buildStateCell(request, code),
    { text: '', bar: { taken: active, pending, left: free, label: words('codes.bar', figures) } },
    { text: figures.used },
    { text: figures.pending },
    { text: figures.left },
    { text: lastUsedAt === null ? '–' : words.moment(lastUsedAt) },
    { text: '', forms: [blockForm(request, code)] },
  ];
}
