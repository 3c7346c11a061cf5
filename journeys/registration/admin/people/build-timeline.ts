import type { CellView, Mark, TableView } from '#engine/shared/data-view.ts';
import type { PersonExport } from '#server/platform/personal-data/traces.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { describeFailure } from '#server/admin/pages/mails/describe-failure.ts';
import { nameMail } from '#server/admin/pages/mails/name-mail.ts';

interface Moment {
  readonly at: string;
  readonly text: string;
  readonly mark?: Mark;
  readonly sub?: string;
}

type Row = Readonly<Record<string, unknown>>;
type ListMoments = (request: AdminRequest, row: Row) => readonly (Omit<Moment, 'at'> & { readonly at: unknown })[];

/** Events derived from rows, by table. Other tables contain none of interest to support. */
const momentsByTable: Readonly<Record<string, ListMoments>> = {
  members: ({ words }, { registered_at: at, activated_at: activated, code }) => [
    { at, text: words('timeline.registered', { code: formatValue(code) }) },
    { at: activated, text: words('timeline.activated'), mark: 'on' },
  ],
  earlier_addresses: ({ words }, { left_at: at }) => [{ at, text: words('timeline.addressChanged') }],
  newsletter_consents: ({ words }, { given_at: given, confirmed_at: confirmed }) => [
    { at: given, text: words('timeline.newsletter') },
    { at: confirmed, text: words('timeline.newsletterConfirmed'), mark: 'on' },
  ],
  policy_acceptances: ({ words }, { accepted_at: at, policy, version }) => [
    {
      at,
      text: words(policy === 'privacy' ? 'timeline.privacy' : 'timeline.terms', { version: formatValue(version) }),
    },
  ],
  vouchers: ({ words }, { issued_at: at, code }) => [
    { at, text: words('timeline.voucher', { code: formatValue(code) }) },
  ],
  activation_attempts: ({ words }, { at, outcome }) =>
    // Success is shown by the account.
    outcome === 'active' ? [] : [{ at, text: words('timeline.linkFailed'), mark: 'alert' }],
  waiting_list: ({ words }, { joined_at: joined, invited_at: invited }) => [
    { at: joined, text: words('timeline.waiting') },
    { at: invited, text: words('timeline.invited') },
  ],
  membership_interest: ({ words }, { applied_at: at }) => [{ at, text: words('timeline.applied') }],
  inviters: ({ words }, { created_at: at, issued }) => [
    { at, text: words('timeline.places', { count: words.number(Number(issued)) }) },
  ],
  form_entries: ({ words }, { sent_at: at }) => [{ at, text: words('timeline.form') }],
  outbox: ({ words }, { template, status, created_at: written, sent_at: sent, last_error: reason }) => {
    const mail = nameMail(words, formatValue(template));
    if (status === 'dead')
      return [
        {
          at: written,
          text: words('timeline.mailFailed', { mail }),
          mark: 'stop',
          sub: describeFailure(words, formatValue(reason)).why,
        },
      ];
    return sent === null
      ? [{ at: written, text: words('timeline.mailWaiting', { mail }), mark: 'wait' }]
      : [{ at: sent, text: words('timeline.mailSent', { mail }) }];
  },
};

/** Events of a person as text, newest first, in the time zone of the site. */
export function buildTimeline(request: AdminRequest, stored: PersonExport): TableView {
  const { words } = request;
  const moments = Object.entries(stored).flatMap(([table, rows]) =>
    // Checked edge: rows are records of columns.
    rows.flatMap((row) => momentsByTable[table]?.(request, row as Row) ?? []),
  );
  const known = moments.flatMap((moment): Moment[] =>
    typeof moment.at === 'string' ? [{ ...moment, at: moment.at }] : [],
  );
  return {
    caption: words('timeline.title'),
    columns: [{ label: words('timeline.when') }, { label: words('timeline.what') }],
    rows: known
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .map(({ at, text, mark, sub }, index) => ({
        key: `${at} ${index}`,
        cells: [{ text: words.moment(at) }, { text, mark, sub } satisfies CellView],
      })),
    empty: { title: words('list.nothing'), text: words('timeline.none') },
  };
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
