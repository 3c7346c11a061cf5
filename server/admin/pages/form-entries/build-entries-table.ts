import type { CellView, TableView } from '#engine/shared/data-view.ts';
import type { Site } from '#engine/documents/types.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildTick } from '#server/admin/tick.ts';
import { readTitleOfPage } from '#server/forms/entries/mails/write-mails.ts';
import { maskEmail, type PageState, sortColumn } from '#server/admin/list.ts';
import { buildOpenForm } from './actions/open-form-entry/open-form-entry.ts';
import { describeConfirmation, describeDeliveries, hasConfirmation, type ShownEntry } from './entry-view.ts';
import { type FormEntriesPagePorts, ENTRY_TICK } from './ports.ts';

/** Entries of a form; sortable only with a `list`. */
export async function buildEntriesTable(
  { entries, site }: Pick<FormEntriesPagePorts, 'entries' | 'site'>,
  request: AdminRequest,
  {
    form,
    found,
    list,
  }: { readonly form: string; readonly found: readonly ShownEntry[]; readonly list: PageState<'sent'> | null },
): Promise<TableView> {
  const { t } = request;
  const deliveries = await entries.readDeliveries(found);
  const { places, confirm } = site()?.forms.get(`forms/${form}`) ?? {};
  const isConfirmed = confirm !== undefined || found.some(hasConfirmation);
  return {
    caption: t('entries.caption'),
    columns: [
      list === null
        ? { label: t('entries.sent'), isShort: true }
        : sortColumn(request, list, 'sent', { label: t('entries.sent'), isShort: true }),
      { label: t('entries.address') },
      { label: t('entries.language') },
      { label: t('entries.page') },
      ...(isConfirmed ? [{ label: t('entries.confirmed') }] : []),
      ...(places === undefined ? [] : [{ label: t('entries.takes'), numeric: true }]),
      { label: t('entries.webhooks') },
      { label: t('list.action') },
    ],
    rows: found.map((entry) => ({
      key: entry.id,
      cells: [
        {
          text: t.moment(entry.sent_at),
          ...(list !== null && { tick: buildTick(request, ENTRY_TICK + entry.id, t.moment(entry.sent_at)) }),
        },
        { text: entry.email_canonical === null ? '–' : maskEmail(entry.email_canonical) },
        { text: t.language(entry.locale) },
        describePage(request, site(), entry.document),
        ...(isConfirmed ? [describeConfirmation(request, entry)] : []),
        ...(places === undefined ? [] : [{ text: t.number(countPlaces(entry, places.counts)) }]),
        describeDeliveries(request, deliveries.get(entry.id) ?? []),
        {
          text: '',
          forms: [buildOpenForm(request, entry.id)],
        },
      ],
    })),
    empty: { title: t('entries.none'), text: t('entries.noneText') },
  };
}

/** The page that an entry came from, by title. */
function describePage({ locale }: AdminRequest, site: Site | null, document: string | null): CellView {
  const title = site === null || document === null ? null : readTitleOfPage(site, document, locale);
  return title === null ? { text: document ?? '–' } : { text: title, sub: document ?? '' };
}

/** Places that an entry takes. */
function countPlaces({ answers }: ShownEntry, counts: string | undefined): number {
  const taken = counts === undefined ? 1 : answers[counts];
  return typeof taken === 'number' ? taken : 0;
}
