import type { Mark, SectionView } from '#engine/shared/data-view.ts';
import type { Site } from '#engine/documents/types.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import { readFormTitle, labelAnswers } from '#server/forms/entries/mails/write-mails.ts';
import { buildDeleteForm } from './actions/delete-form-entry/delete-form-entry.ts';
import { buildResendForm } from './actions/resend-form-entry/resend-form-entry.ts';

export type ShownEntry = NonNullable<Awaited<ReturnType<FormEntries['findEntry']>>>;

type Deliveries = readonly { readonly webhook: string; readonly status: string; readonly last_error: string | null }[];

/** Webhook requests of an entry, failed ones first. */
export function describeDeliveries(
  { t }: AdminRequest,
  deliveries: Deliveries,
): { readonly text: string; readonly mark?: Mark } {
  const worst = ['dead', 'queued', 'sending', 'sent'].find((status) =>
    deliveries.some((each) => each.status === status),
  );
  switch (worst) {
    case 'dead':
      return { text: t('mails.state.dead'), mark: 'stop' };
    case 'queued':
    case 'sending':
      return { text: t(`mails.state.${worst}`), mark: 'wait' };
    case 'sent':
      return { text: t('mails.state.sent'), mark: 'on' };
    default:
      return { text: '–' };
  }
}

/** Whether the sender was asked to confirm the address. */
export const hasConfirmation = (entry: ShownEntry): boolean =>
  entry.confirm_until !== null || entry.confirmed_at !== null;

/** When the sender confirmed the address. */
export function describeConfirmation(
  { t }: AdminRequest,
  entry: ShownEntry,
): { readonly text: string; readonly mark?: Mark } {
  if (entry.confirmed_at !== null) return { text: t.moment(entry.confirmed_at), mark: 'on' };
  return entry.confirm_until === null ? { text: '–' } : { text: t('entries.notConfirmed'), mark: 'wait' };
}

/** Why a webhook request failed, in a sentence; see `WebhookError`. */
function describeFailure({ t }: AdminRequest, code: string | null): readonly string[] {
  switch (code) {
    case null:
      return [];
    case 'TIMEOUT':
      return [t('entries.reason.timeout')];
    case 'NOT_CONFIGURED':
      return [t('entries.reason.unknown')];
    case 'INTERNAL_ADDRESS':
      return [t('entries.reason.internal')];
    default: {
      const [, status] = /^HTTP (\d+)$/.exec(code) ?? [];
      return [
        status === undefined ? t('entries.reason.network', { code }) : t('entries.reason.status', { code: status }),
      ];
    }
  }
}

export function buildEntrySections(
  request: AdminRequest,
  entry: ShownEntry,
  site: Site | null,
  deliveries: Deliveries,
): readonly SectionView[] {
  const { t, locale } = request;
  const form = site?.forms.get(`forms/${entry.form}`);
  const labelled =
    site === null || form === undefined ? [] : labelAnswers({ site, form, answers: entry.answers }, locale);
  // Fields that were removed from the form are shown by their stored names.
  const known = new Set(form?.fields.map(({ name }) => name));
  const former = Object.entries(entry.answers)
    .filter(([name]) => !known.has(name))
    .map(([label, answer]) => ({ label, value: formatAnswer(answer) }));
  const agreed = Object.values(entry.consents).map(({ policy, version }) => `${policy}, ${version}`);
  return [
    {
      kind: 'facts',
      title: t('entries.entry', { form: site === null ? entry.form : readFormTitle(site, entry.form, locale) }),
      facts: [
        { label: t('entries.sent'), value: t.moment(entry.sent_at) },
        ...(hasConfirmation(entry)
          ? [{ label: t('entries.confirmed'), value: describeConfirmation(request, entry).text }]
          : []),
        ...labelled,
        ...former,
        ...Object.entries(entry.query).map(([label, value]) => ({ label, value })),
        ...(agreed.length > 0 ? [{ label: t('entries.agreed'), value: agreed.join('; ') }] : []),
        ...deliveries.map((delivery) => ({
          label: t('entries.webhook', { name: delivery.webhook }),
          value: [describeDeliveries(request, [delivery]).text, ...describeFailure(request, delivery.last_error)].join(
            ': ',
          ),
        })),
        { label: t('entries.deleteAt'), value: t.moment(entry.delete_at) },
      ],
    },
    ...(deliveries.some(({ status, last_error: error }) => status === 'dead' || (status === 'queued' && error !== null))
      ? [{ kind: 'form' as const, form: buildResendForm(request, entry.form, t('entries.resend'), entry.id) }]
      : []),
    { kind: 'form', form: buildDeleteForm(request, entry.id) },
  ];
}

export const formatAnswer = (answer: ShownEntry['answers'][string] | undefined): string =>
  answer === undefined ? '' : typeof answer === 'object' ? answer.join(', ') : String(answer);
