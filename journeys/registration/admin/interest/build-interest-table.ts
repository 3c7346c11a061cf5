import type { TableView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { buildPagerBeside, maskEmail, type PageState, sortColumn } from '#server/admin/list.ts';
import { getApplicantPosition } from '#journeys/registration/members/list-interest/list-interest.ts';
import { buildTick } from '#server/admin/tick.ts';
import { buildAnswerChosenForm } from './actions/answer-chosen-interest/answer-chosen-interest.ts';
import { type FoundApplicants, TICK } from './ports.ts';

/** @param list `null` for search results, which have a single page */
export function buildInterestTable(
  request: AdminRequest,
  list: PageState<'applied'> | null,
  { applicants, total }: FoundApplicants,
  ids = '',
): TableView {
  const { t } = request;
  const button = (kind: 'accept' | 'decline', id: string) =>
    buildFormView(request, {
      action: `preview-${kind}-interest`,
      id: `${ids}${kind}-${id}`,
      submit: t(`interest.${kind}`),
      hidden: { id },
    });
  return {
    caption: t('interest.caption'),
    columns: [
      { label: t('person.email') },
      list === null
        ? { label: t('interest.since'), isShort: true }
        : sortColumn(request, list, 'applied', { label: t('interest.since'), isShort: true }),
      { label: t('person.language') },
      { label: t('person.country') },
      { label: t('interest.answer') },
    ],
    rows: applicants.map(({ id, email, locale, country, applied_at }) => ({
      key: id,
      cells: [
        {
          text: maskEmail(email),
          ...(list !== null && { tick: buildTick(request, TICK + id, maskEmail(email)) }),
        },
        { text: t.moment(applied_at) },
        { text: t.language(locale) },
        { text: country === null ? '–' : t.country(country) },
        { text: '', forms: [button('accept', id), button('decline', id)] },
      ],
    })),
    empty: { title: t('interest.none'), text: t('interest.noneText') },
    ...(list !== null && {
      pager: buildPagerBeside(request, list, total, applicants.map(getApplicantPosition)),
      chosen: buildAnswerChosenForm(request),
      downloads: [{ label: t('list.download'), href: request.fileHref('membership-interest') }],
    }),
  };
}
