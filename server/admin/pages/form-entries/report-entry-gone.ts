import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Response of an action whose entry was deleted. */
export const reportEntryGone = ({ t }: AdminRequest): ActionResult => ({
  shown: [{ kind: 'note', mark: 'alert', title: t('entries.gone') }],
});
