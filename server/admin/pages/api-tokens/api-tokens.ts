import type { TableView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/api-tokens.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { ListedApiToken } from '#server/staff/api-tokens.ts';
import { createActions } from '../../admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '../../admin-page.ts';
import { buildTitledActions } from '../../build-actions.ts';
import { type ListState, listState, buildPager, sortColumn } from '../../list.ts';
import { buildCreateForm } from './actions/create-token/create-token.ts';
import { buildRevokeSections } from './actions/revoke-token/revoke-token.ts';
import { TOKENS_PAGE, type TokensPorts } from './ports.ts';

/** Days before expiry from which a token is shown as expiring soon. */
const SOON = 14;
const orders = ['name', 'created', 'seen', 'expires'] as const;
type Order = (typeof orders)[number];

/**
 * API tokens (B12): created, listed and revoked. There are no GraphQL operations for this: a person must create tokens, and the idempotency
 * store would keep the token in plain text.
 */
export function createApiTokensPage(ports: TokensPorts): AdminPage {
  const { staff } = ports;
  const { actions } = createActions(adminActions, ports);
  return {
    queries: {
      tokens: buildViewQuery('tokens', async (request) => {
        const tokens = await staff.listApiTokens();
        const asked = tokens.find(({ id }) => id === request.query.get('revoke'));
        return {
          sections: [
            ...(asked === undefined ? [] : buildRevokeSections(request, asked)),
            buildTitledActions(request, [buildCreateForm(request)]),
            { kind: 'table', table: tokensTable(ports, request, tokens) },
          ],
        };
      }),
    },
    actions,
  };
}

function tokensTable(
  { ports: { clock } }: TokensPorts,
  request: AdminRequest,
  tokens: readonly ListedApiToken[],
): TableView {
  const { t } = request;
  const list = listState(request, orders, { order: 'created', descending: true });
  const shown = sorted(tokens, list).slice(list.offset, list.offset + list.limit);
  const column = (order: Order) => sortColumn(request, list, order, { label: t(`tokens.${order}`) });
  const isSoon = ({ expiresAt }: ListedApiToken): boolean => Date.parse(expiresAt) - clock.now() < SOON * DAY;
  return {
    caption: t('tokens.caption'),
    columns: [
      column('name'),
      { label: t('tokens.scopes') },
      { label: t('tokens.madeBy') },
      column('created'),
      column('seen'),
      column('expires'),
      { label: t('tokens.state') },
      { label: t('list.action') },
    ],
    rows: shown.map((token) => ({
      key: token.id,
      cells: [
        { text: token.name },
        { text: describeScopes(request, token) },
        { text: token.madeBy ?? t('audit.actor.command-line') },
        { text: t.moment(token.createdAt) },
        { text: token.seenAt === null ? t('tokens.never') : t.moment(token.seenAt) },
        { text: t.moment(token.expiresAt) },
        isSoon(token)
          ? { text: t('tokens.state.soon'), mark: 'alert' as const }
          : { text: t('tokens.state.open'), mark: 'on' as const },
        { text: t('tokens.revoke'), href: request.href(TOKENS_PAGE, { revoke: token.id }) },
      ],
    })),
    empty: { title: t('tokens.none'), text: t('tokens.noneText') },
    pager: buildPager(request, list, tokens.length),
  };
}

function describeScopes({ t }: AdminRequest, { holder, scopes }: ListedApiToken): string {
  // Journeys whose members have tokens name what these may read.
  const known: string = 'tokens.ofHolder';
  if (holder !== null && t.has(known)) return t(known);
  return scopes.length === 0 ? '–' : scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ');
}

function sorted(
  tokens: readonly ListedApiToken[],
  { order, descending }: Pick<ListState<Order>, 'order' | 'descending'>,
) {
  const sortValues: Readonly<Record<Order, (token: ListedApiToken) => string>> = {
    name: ({ name }) => name.toLowerCase(),
    created: ({ createdAt }) => createdAt,
    seen: ({ seenAt }) => seenAt ?? '',
    expires: ({ expiresAt }) => expiresAt,
  };
  const value = sortValues[order];
  return tokens.toSorted((a, b) => (descending ? -1 : 1) * value(a).localeCompare(value(b)));
}
