import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import { allScopes, type Scope } from '#server/staff/permissions.ts';
import { type CreateApiTokenAnswer, type ListedApiToken, MAX_DAYS } from '#server/staff/api-tokens.ts';
import { formView } from '../../form.ts';
import { type ListState, listState, buildPager, sortColumn } from '../../list.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  requireUser,
  type AdminPage,
  viewQuery,
} from '../../admin-page.ts';

export interface TokensPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<Staff, 'createApiToken' | 'listApiTokens' | 'revokeApiToken'>;
}

const PAGE = '/admin/tokens';
const USUAL_DAYS = 90;
/** Days before its end from which on a token is shown as nearly over. */
const SOON = 14;
const orders = ['name', 'created', 'seen', 'expires'] as const;
type Order = (typeof orders)[number];

/**
 * Tokens of programs (B12): made, listed and revoked. There is no operation for it: what makes tokens must be a person at a page, and an
 * answer of the API is kept under its key, where the token would lie readable.
 */
export function apiTokensPage(ports: TokensPorts): AdminPage {
  const { staff } = ports;
  const create: Action = {
    requiresReauth: true,
    permission: 'tokens',
    page: PAGE,
    async run(request, fields) {
      const name = fields.text('name');
      const scopes = grantable(request).filter((scope) => fields.text(fieldOf(scope)) === 'on');
      const days = parseWholeNumber(fields.text('days'));
      const answer = await staff.createApiToken({ name, scopes, holder: null, days, by: requireUser(request).id });
      return created(request, name, answer);
    },
    async repeated({ words }) {
      return {
        shown: [{ kind: 'note', mark: 'off', title: words('tokens.before'), text: words('tokens.beforeText') }],
      };
    },
  };
  const revoke: Action = {
    requiresReauth: true,
    permission: 'tokens',
    page: PAGE,
    async run(request, fields) {
      const wasThere = await staff.revokeApiToken(fields.text('id'), requireUser(request).id);
      return { to: PAGE, query: { done: wasThere ? 'tokenRevoked' : 'tokenBefore' } };
    },
  };
  return {
    queries: {
      tokens: viewQuery('tokens', async (request) => {
        const tokens = await staff.listApiTokens();
        const asked = tokens.find(({ id }) => id === request.query.get('revoke'));
        return {
          sections: [
            ...(asked === undefined ? [] : revokeSections(request, asked)),
            { kind: 'table', table: tokensTable(ports, request, tokens) },
            { kind: 'form', form: createForm(request) },
          ],
        };
      }),
    },
    actions: { 'create-token': create, 'revoke-token': revoke },
  };
}

/** What the one who asks may give away. */
function grantable(request: AdminRequest): readonly Scope[] {
  const { permissions } = requireUser(request);
  return allScopes.filter((scope) => permissions.includes(scope));
}

const fieldOf = (scope: Scope): string => `scope-${scope}`;

function created(request: AdminRequest, name: string, answer: CreateApiTokenAnswer): ActionResult {
  const { words } = request;
  switch (answer.outcome) {
    case 'created':
      return {
        isDone: true,
        shown: [
          {
            kind: 'note',
            mark: 'on',
            title: words('tokens.ready', { name }),
            text: words('tokens.readyText', { time: words.moment(answer.expiresAt) }),
          },
          {
            kind: 'copy',
            copy: {
              id: 'token',
              label: words('tokens.yours'),
              value: answer.token,
              copy: words('tokens.copy'),
              copied: words('link.copied'),
            },
          },
        ],
      };
    case 'invalid-name':
      return { errors: { name: words('tokens.nameWrong') } };
    case 'invalid-days':
      return { errors: { days: words('tokens.daysWrong', { most: words.number(MAX_DAYS) }) } };
    case 'no-scope':
      return {
        errors: Object.fromEntries(
          grantable(request)
            .slice(0, 1)
            .map((scope) => [fieldOf(scope), words('tokens.noScope')]),
        ),
      };
    case 'beyond-own':
      return { errors: {}, message: words('tokens.beyondOwn') };
  }
}

/** The question before what cannot be taken back. */
function revokeSections(request: AdminRequest, { id, name }: ListedApiToken): readonly SectionView[] {
  const { words } = request;
  const form = formView(request, {
    action: 'revoke-token',
    submit: words('tokens.revokeNow', { name }),
    hidden: { id },
    danger: true,
  });
  const links = [{ label: words('tokens.keep'), href: request.href(PAGE) }];
  return [
    { kind: 'note', mark: 'alert', title: words('tokens.sure', { name }), text: words('tokens.sureText'), links },
    { kind: 'form', form },
  ];
}

function createForm(request: AdminRequest) {
  const { words } = request;
  const ticks = grantable(request).map((scope): FieldView => ({
    name: fieldOf(scope),
    label: words(`tokens.scope.${scope}`),
    type: 'checkbox',
    group: words('tokens.scopes'),
  }));
  return formView(request, {
    action: 'create-token',
    title: words('tokens.create'),
    text: words('tokens.createText'),
    submit: words('tokens.createSubmit'),
    fields: [
      {
        name: 'name',
        label: words('tokens.name'),
        hint: words('tokens.nameHint'),
        type: 'text',
        required: true,
        autocomplete: 'off',
      },
      {
        name: 'days',
        label: words('tokens.days'),
        hint: words('tokens.daysHint', { most: words.number(MAX_DAYS) }),
        type: 'number',
        required: true,
        value: String(USUAL_DAYS),
        min: 1,
        max: MAX_DAYS,
      },
      ...ticks,
    ],
  });
}

function tokensTable(
  { ports: { clock } }: TokensPorts,
  request: AdminRequest,
  tokens: readonly ListedApiToken[],
): TableView {
  const { words } = request;
  const list = listState(request, orders, { order: 'created', descending: true });
  const shown = sorted(tokens, list).slice(list.offset, list.offset + list.limit);
  const column = (order: Order) => sortColumn(request, list, order, { label: words(`tokens.${order}`) });
  const isSoon = ({ expiresAt }: ListedApiToken): boolean => Date.parse(expiresAt) - clock.now() < SOON * DAY;
  return {
    caption: words('tokens.caption'),
    columns: [
      column('name'),
      { label: words('tokens.scopes') },
      { label: words('tokens.madeBy') },
      column('created'),
      column('seen'),
      column('expires'),
      { label: words('tokens.state') },
      { label: words('list.action') },
    ],
    rows: shown.map((token) => ({
      key: token.id,
      cells: [
        { text: token.name },
        { text: describeScopes(request, token) },
        { text: token.madeBy ?? words('audit.actor.command-line') },
        { text: words.moment(token.createdAt) },
        { text: token.seenAt === null ? words('tokens.never') : words.moment(token.seenAt) },
        { text: words.moment(token.expiresAt) },
        isSoon(token)
          ? { text: words('tokens.state.soon'), mark: 'alert' as const }
          : { text: words('tokens.state.open'), mark: 'on' as const },
        { text: words('tokens.revoke'), href: request.href(PAGE, { revoke: token.id }) },
      ],
    })),
    empty: { title: words('tokens.none'), text: words('tokens.noneText') },
    pager: buildPager(request, list, tokens.length),
  };
}

function describeScopes({ words }: AdminRequest, { holder, scopes }: ListedApiToken): string {
  // Journeys whose people have tokens say what these read.
  const known: string = 'tokens.ofHolder';
  if (holder !== null && words.has(known)) return words(known);
  return scopes.length === 0 ? '–' : scopes.map((scope) => words(`tokens.scope.${scope}`)).join(', ');
}

function sorted(
  tokens: readonly ListedApiToken[],
  { order, descending }: Pick<ListState<Order>, 'order' | 'descending'>,
) {
  const valueOf: Readonly<Record<Order, (token: ListedApiToken) => string>> = {
    name: ({ name }) => name.toLowerCase(),
    created: ({ createdAt }) => createdAt,
    seen: ({ seenAt }) => seenAt ?? '',
    expires: ({ expiresAt }) => expiresAt,
  };
  const value = valueOf[order];
  return tokens.toSorted((a, b) => (descending ? -1 : 1) * value(a).localeCompare(value(b)));
}
