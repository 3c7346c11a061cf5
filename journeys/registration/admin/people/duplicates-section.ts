import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundDuplicate } from '#journeys/registration/members/find-duplicates/find-duplicates.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { maskEmail } from '#server/admin/list.ts';

/** Possible duplicates of the person, with links; interpreting them is up to support. */
export function duplicatesSection(
  request: AdminRequest,
  found: readonly FoundDuplicate[],
  sealAddress: (address: string) => string,
): SectionView {
  const { words } = request;
  const rows = found.map(({ email, memberId, where, reason, at }, index) => ({
    key: String(index),
    cells: [
      { text: maskEmail(email) },
      { text: words(`people.same.${reason}`) },
      { text: words(`people.in.${where}`) },
      { text: words.moment(at) },
      {
        text: '',
        forms: [
          formView(request, {
            action: 'open-person',
            id: `open-same-${index}`,
            submit: words('people.open'),
            hidden: { person: memberId ?? sealAddress(email) },
          }),
        ],
      },
    ],
  }));
  return {
    kind: 'table',
    title: words('people.same'),
    table: {
      caption: words('people.same'),
      columns: [
        { label: words('person.email') },
        { label: words('people.sameWhy') },
        { label: words('people.sameWhere') },
        { label: words('people.sameSince') },
        { label: words('list.action') },
      ],
      rows,
      empty: { title: words('people.nobody'), text: '' },
    },
  };
}
