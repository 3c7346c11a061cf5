import type { CellView, Mark, TableView } from '#engine/shared/data-view.ts';
import type { PersonExport } from '#server/platform/personal-data/personal-data-source.ts';
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
  members: ({ t }, { registered_at: at, activated_at: activated, code }) => [
    { at, text: t('timeline.registered', { code: formatValue(code) }) },
    { at: activated, text: t('timeline.activated'), mark: 'on' },
  ],
  earlier_addresses: ({ t }, { left_at: at }) => [{ at, text: t('timeline.addressChanged') }],
  newsletter_consents: ({ t }, { given_at: given, confirmed_at: confirmed }) => [
    { at: given, text: t('timeline.newsletter') },
    { at: confirmed, text: t('timeline.newsletterConfirmed'), mark: 'on' },
  ],
  policy_acceptances: ({ t }, { accepted_at: at, policy, version }) => [
    {
      at,
      text: t(policy === 'privacy' ? 'timeline.privacy' : 'timeline.terms', { version: formatValue(version) }),
    },
  ],
  vouchers: ({ t }, { issued_at: at, code }) => [{ at, text: t('timeline.voucher', { code: formatValue(code) }) }],
  activation_attempts: ({ t }, { at, outcome }) =>
    // Success is shown by the account.
    outcome === 'active' ? [] : [{ at, text: t('timeline.linkFailed'), mark: 'alert' }],
  waiting_list: ({ t }, { joined_at: joined, invited_at: invited }) => [
    { at: joined, text: t('timeline.waiting') },
    { at: invited, text: t('timeline.invited') },
  ],
  membership_interest: ({ t }, { applied_at: at }) => [{ at, text: t('timeline.applied') }],
  inviters: ({ t }, { created_at: at, issued }) => [
    { at, text: t('timeline.places', { count: t.number(Number(issued)) }) },
  ],
  form_entries: ({ t }, { sent_at: at }) => [{ at, text: t('timeline.form') }],
  outbox: ({ t }, { template, status, created_at: written, sent_at: sent, last_error: reason }) => {
    const mail = nameMail(t, formatValue(template));
    if (status === 'dead')
      return [
        {
          at: written,
          text: t('timeline.mailFailed', { mail }),
          mark: 'stop',
          sub: describeFailure(t, formatValue(reason)).why,
        },
      ];
    return sent === null
      ? [{ at: written, text: t('timeline.mailWaiting', { mail }), mark: 'wait' }]
      : [{ at: sent, text: t('timeline.mailSent', { mail }) }];
  },
};

/** Events of a person as text, newest first, in the time zone of the site. */
export function buildTimeline(request: AdminRequest, stored: PersonExport): TableView {
  const { t } = request;
  const moments = Object.entries(stored).flatMap(([table, rows]) =>
    // Checked edge: rows are records of columns.
    rows.flatMap((row) => momentsByTable[table]?.(request, row as Row) ?? []),
  );
  const known = moments.flatMap((moment): Moment[] =>
    typeof moment.at === 'string' ? [{ ...moment, at: moment.at }] : [],
  );
  return {
    caption: t('timeline.title'),
    columns: [{ label: t('timeline.when'), isShort: true }, { label: t('timeline.what') }],
    rows: known
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .map(({ at, text, mark, sub }, index) => ({
        key: `${at} ${index}`,
        cells: [{ text: t.moment(at) }, { text, mark, sub } satisfies CellView],
      })),
    empty: { title: t('list.nothing'), text: t('timeline.none') },
  };
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
