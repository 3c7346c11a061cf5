import type { TableView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { buildPagerBeside, maskEmail, type PageState, sortColumn } from '#server/admin/list.ts';
import { tickFor } from '#server/admin/tick.ts';
import { answerChosenForm } from './actions/answer-chosen-interest/answer-chosen-interest.ts';
import { type FoundApplicants, TICK } from './ports.ts';

/** @param list `null` for search results, which have a single page */
export function interestTable(
  request: AdminRequest,
  list: PageState<'applied'> | null,
  { applicants, total }: FoundApplicants,
  ids = '',
): TableView {
  const { words } = request;
  const button = (kind: 'accept' | 'decline', id: string) =>
    formView(request, {
      action: `preview-${kind}-interest`,
      id: `${ids}${kind}-${id}`,
      submit: words(`interest.${kind}`),
      hidden: { id },
    });
  return {
    caption: words('interest.caption'),
    columns: [
      { label: words('person.email') },
      list === null
        ? { label: words('interest.since') }
        : sortColumn(request, list, 'applied', { label: words('interest.since') }),
      { label: words('person.language') },
      { label: words('person.country') },
      { label: words('interest.answer') },
    ],
    rows: applicants.map(({ id, email, locale, country, applied_at }) => ({
      key: id,
      cells: [
        {
          text: maskEmail(email),
          ...(list !== null && { tick: tickFor(request, TICK + id, maskEmail(email)) }),
        },
        { text: words.moment(applied_at) },
        { text: locale.toUpperCase() },
        { text: country ?? '–' },
        { text: '', forms: [button('accept', id), button('decline', id)] },
      ],
    })),
    empty: { title: words('interest.none'), text: words('interest.noneText') },
    ...(list !== null && {
      pager: buildPagerBeside(
        request,
        list,
        total,
        applicants.map(({ id, applied_at: value }) => ({ value, id })),
      ),
      chosen: answerChosenForm(request),
      downloads: [{ label: words('list.download'), href: request.fileHref('membership-interest') }],
    }),
  };
}
