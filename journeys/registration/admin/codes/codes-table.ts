import type { CellView, Mark, TableView } from '#engine/shared/data-view.ts';
import { type CodeState, codeStates } from '#journeys/registration/members/codes/code-state.ts';
import {
  type CodeOrder,
  type FindCodesResult,
  type FoundCode,
  getCodePosition,
} from '#journeys/registration/members/find-codes/find-codes.ts';
import {
  buildEmptySearch,
  buildPagerBeside,
  type PageState,
  buildSearchForm,
  sortColumn,
  buildStateViews,
} from '#server/admin/list.ts';
import { buildLandingName } from '#journeys/registration/admin/link/ports.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildTick } from '#server/admin/tick.ts';
import { buildBlockChosenForm } from './actions/block-chosen-codes/block-chosen-codes.ts';
import { buildBlockCodeForm } from './actions/block-code/block-code.ts';
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
export function buildCodesTable(
  request: AdminRequest,
  list: PageState<CodeOrder>,
  { codes, total }: FindCodesResult,
): TableView {
  const { t, query } = request;
  const current = codeStates.find((state) => state === query.get('state')) ?? null;
  const search = query.get('q') ?? '';
  return {
    caption: t('codes.caption'),
    filter: buildSearchForm(request, t('codes.find')),
    views: buildStateViews(request, codeStates, current, (state) => t(stateKeys[state]), t('list.all')),
    columns: [
      sortColumn(request, list, 'label', { label: t('codes.code') }),
      sortColumn(request, list, 'inviter', { label: t('codes.inviter') }),
      { label: t('codes.state') },
      { label: t('codes.balance') },
      sortColumn(request, list, 'active', { label: t('codes.used'), numeric: true }),
      { label: t('codes.pending'), numeric: true },
      sortColumn(request, list, 'free', { label: t('codes.left'), numeric: true }),
      sortColumn(request, list, 'lastUsed', { label: t('codes.lastUsed'), isShort: true }),
      { label: t('list.action') },
    ],
    rows: codes.map((code) => ({ key: code.label, cells: buildCells(request, code) })),
    empty:
      search === '' && current === null
        ? { title: t('list.nothing'), text: t('codes.noneText') }
        : buildEmptySearch(request),
    pager: buildPagerBeside(
      request,
      list,
      total,
      codes.map((code) => getCodePosition(code, list.order)),
    ),
    chosen: buildBlockChosenForm(request),
    downloads: [
      {
        label: t('list.download'),
        href: request.fileHref('codes', { ...(search !== '' && { q: search }), ...(current && { state: current }) }),
      },
    ],
  };
}

/** State of a code, and its expiry. */
export function buildStateCell({ t }: AdminRequest, { state, expiresAt }: FoundCode): CellView {
  return {
    text: t(stateKeys[state]),
    mark: marks[state],
    ...(expiresAt !== null && { sub: t('codes.until', { time: t.moment(expiresAt) }) }),
  };
}

function buildCells(request: AdminRequest, code: FoundCode): readonly CellView[] {
  const { t, href } = request;
  const { label, active, pending, free, landing, inviterName, lastUsedAt } = code;
  const figures = { used: t.number(active), pending: t.number(pending), left: t.number(free) };
  return [
    {
      text: label,
      ...(landing !== null && { sub: buildLandingName(landing) }),
      href: href(PAGE, { code: label }),
      ...(code.state !== 'blocked' && { tick: buildTick(request, TICK + code.code, label) }),
    },
    { text: inviterName ?? t('codes.noInviter') },
    buildStateCell(request, code),
    { text: '', bar: { taken: active, pending, left: free, label: t('codes.bar', figures) } },
    { text: figures.used },
    { text: figures.pending },
    { text: figures.left },
    { text: lastUsedAt === null ? '–' : t.moment(lastUsedAt) },
    { text: '', forms: [buildBlockCodeForm(request, code)] },
  ];
}
