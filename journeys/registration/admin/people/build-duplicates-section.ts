import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundDuplicate } from '#journeys/registration/members/find-duplicates/find-duplicates.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { maskEmail } from '#server/admin/list.ts';

/** Possible duplicates of the person, with links; interpreting them is up to support. */
export function buildDuplicatesSection(
  request: AdminRequest,
  found: readonly FoundDuplicate[],
  sealAddress: (address: string) => string,
): SectionView {
  const { t } = request;
  const rows = found.map(({ email, memberId, where, reason, at }, index) => ({
    key: String(index),
    cells: [
      { text: maskEmail(email) },
      { text: t(`people.same.${reason}`) },
      { text: t(`people.in.${where}`) },
      { text: t.moment(at) },
      {
        text: '',
        forms: [
          buildFormView(request, {
            action: 'open-person',
            id: `open-same-${index}`,
            submit: t('people.open'),
            hidden: { person: memberId ?? sealAddress(email) },
          }),
        ],
      },
    ],
  }));
  return {
    kind: 'table',
    title: t('people.same'),
    table: {
      caption: t('people.same'),
      columns: [
        { label: t('person.email') },
        { label: t('people.sameWhy') },
        { label: t('people.sameWhere') },
        { label: t('people.sameSince'), isShort: true },
        { label: t('list.action') },
      ],
      rows,
      empty: { title: t('people.nobody'), text: '' },
    },
  };
}
