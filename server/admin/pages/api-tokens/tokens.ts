import { parseWholeNumber } from '#engine/base/parse-number.ts';
import type { FieldView, SectionView, TableView } from '#engine/base/data-view.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import { allScopes, type Scope } from '#server/staff/permissions.ts';
import { type CreateProgramTokenAnswer, type ListedProgramToken, MOST_DAYS } from '#server/staff/program-tokens.ts';
import { formView } from '../../form.ts';
import { type ListState, listState, pagerOf, sortColumn } from '../../list.ts';
import { type Action, type ActionAnswer, type Asking, mustBe, type Room, viewQuery } from '../../room.ts';

export interface TokensPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly staff: Pick<Staff, 'createProgramToken' | 'listProgramTokens' | 'revokeProgramToken'>;
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
export function tokensRoom(ports: TokensPorts): Room {
  const { staff } = ports;
  const create: Action = {
    isFinal: true,
    permission: 'tokens',
    page: PAGE,
    async run(asking, fields) {
      const name = fields.text('name');
      const scopes = grantable(asking).filter((scope) => fields.text(fieldOf(scope)) === 'on');
      const days = parseWholeNumber(fields.text('days'));
      const answer = await staff.createProgramToken({ name, scopes, inviter: null, days, by: mustBe(asking).id });
      return created(asking, name, answer);
    },
    async repeated({ words }) {
      return {
        shown: [{ kind: 'note', mark: 'off', title: words('tokens.before'), text: words('tokens.beforeText') }],
      };
    },
  };
  const revoke: Action = {
    isFinal: true,
    permission: 'tokens',
    page: PAGE,
    async run(asking, fields) {
      const wasThere = await staff.revokeProgramToken(fields.text('id'), mustBe(asking).id);
      return { to: PAGE, query: { done: wasThere ? 'tokenRevoked' : 'tokenBefore' } };
    },
  };
  return {
    queries: {
      tokens: viewQuery('tokens', async (asking) => {
        const tokens = await staff.listProgramTokens();
        const asked = tokens.find(({ id }) => id === asking.query.get('revoke'));
        return {
          sections: [
            ...(asked === undefined ? [] : revokeSections(asking, asked)),
            { kind: 'table', table: tokensTable(ports, asking, tokens) },
            { kind: 'form', form: createForm(asking) },
          ],
        };
      }),
    },
    actions: { 'create-token': create, 'revoke-token': revoke },
  };
}

/** What the one who asks may give away. */
function grantable(asking: Asking): readonly Scope[] {
  const { permissions } = mustBe(asking);
  return allScopes.filter((scope) => permissions.includes(scope));
}

const fieldOf = (scope: Scope): string => `scope-${scope}`;

function created(asking: Asking, name: string, answer: CreateProgramTokenAnswer): ActionAnswer {
  const { words } = asking;
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
      return { errors: { days: words('tokens.daysWrong', { most: words.number(MOST_DAYS) }) } };
    case 'no-scope':
      return {
        errors: Object.fromEntries(
          grantable(asking)
            .slice(0, 1)
            .map((scope) => [fieldOf(scope), words('tokens.noScope')]),
        ),
      };
    case 'beyond-own':
      return { errors: {}, message: words('tokens.beyondOwn') };
  }
}

/** The question before what cannot be taken back. */
function revokeSections(asking: Asking, { id, name }: ListedProgramToken): readonly SectionView[] {
  const { words } = asking;
  const form = formView(asking, {
    action: 'revoke-token',
    submit: words('tokens.revokeNow', { name }),
    hidden: { id },
    danger: true,
  });
  const links = [{ label: words('tokens.keep'), href: asking.href(PAGE) }];
  return [
    { kind: 'note', mark: 'alert', title: words('tokens.sure', { name }), text: words('tokens.sureText'), links },
    { kind: 'form', form },
  ];
}

function createForm(asking: Asking) {
  const { words } = asking;
  const ticks = grantable(asking).map((scope): FieldView => ({
    name: fieldOf(scope),
    label: words(`tokens.scope.${scope}`),
    type: 'checkbox',
    group: words('tokens.scopes'),
  }));
  return formView(asking, {
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
        hint: words('tokens.daysHint', { most: words.number(MOST_DAYS) }),
        type: 'number',
        required: true,
        value: String(USUAL_DAYS),
        min: 1,
        max: MOST_DAYS,
      },
      ...ticks,
    ],
  });
}

function tokensTable(
  { ports: { clock } }: TokensPorts,
  asking: Asking,
  tokens: readonly ListedProgramToken[],
): TableView {
  const { words } = asking;
  const list = listState(asking, orders, { order: 'created', descending: true });
  const shown = sorted(tokens, list).slice(list.offset, list.offset + list.limit);
  const column = (order: Order) => sortColumn(asking, list, order, { label: words(`tokens.${order}`) });
  const isSoon = ({ expiresAt }: ListedProgramToken): boolean => Date.parse(expiresAt) - clock.now() < SOON * DAY;
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
      { label: words('codes.action') },
    ],
    rows: shown.map((token) => ({
      key: token.id,
      cells: [
        { text: token.name },
        { text: scopesOf(asking, token) },
        { text: token.madeBy ?? words('audit.actor.command-line') },
        { text: words.moment(token.createdAt) },
        { text: token.seenAt === null ? words('tokens.never') : words.moment(token.seenAt) },
        { text: words.moment(token.expiresAt) },
        isSoon(token)
          ? { text: words('tokens.state.soon'), mark: 'alert' as const }
          : { text: words('tokens.state.open'), mark: 'on' as const },
        { text: words('tokens.revoke'), href: asking.href(PAGE, { revoke: token.id }) },
      ],
    })),
    empty: { title: words('tokens.none'), text: words('tokens.noneText') },
    pager: pagerOf(asking, list, tokens.length),
  };
}

function scopesOf({ words }: Asking, { inviter, scopes }: ListedProgramToken): string {
  if (inviter !== null) return words('tokens.ofInviter');
  return scopes.length === 0 ? '–' : scopes.map((scope) => words(`tokens.scope.${scope}`)).join(', ');
}

function sorted(
  tokens: readonly ListedProgramToken[],
  { order, descending }: Pick<ListState<Order>, 'order' | 'descending'>,
) {
  const valueOf: Readonly<Record<Order, (token: ListedProgramToken) => string>> = {
    name: ({ name }) => name.toLowerCase(),
    created: ({ createdAt }) => createdAt,
    seen: ({ seenAt }) => seenAt ?? '',
    expires: ({ expiresAt }) => expiresAt,
  };
  const value = valueOf[order];
  return tokens.toSorted((a, b) => (descending ? -1 : 1) * value(a).localeCompare(value(b)));
}
