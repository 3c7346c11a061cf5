import type { FormView } from '#engine/shared/data-view.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type ContentTools, DRAFTS_PAGE } from '../../../tools.ts';

const NAME = 'draft-mails';

/** Turns mails about drafts on or off for the user. */
export const draftMails = ({ staff }: ContentTools): DeclaredAction => ({
  actions: {
    [NAME]: {
      permission: 'author',
      page: DRAFTS_PAGE,
      async run(request, fields) {
        const { locale } = request;
        await staff.setDraftMails({ adminId: requireUser(request).id, wanted: fields.text('wanted') === 'on', locale });
        return { to: DRAFTS_PAGE, query: { done: 'draftMailsSaved' } };
      },
    },
  },
});

export async function buildDraftMailsForm(
  request: AdminRequest,
  { staff }: Pick<ContentTools, 'staff'>,
): Promise<FormView> {
  const { t } = request;
  const isWanted = await staff.findDraftMails(requireUser(request).id);
  return buildFormView(request, {
    action: NAME,
    title: t('draftMails.title'),
    text: t('draftMails.text'),
    fields: [
      { name: 'wanted', label: t('draftMails.wanted'), type: 'checkbox', ...(isWanted && { value: 'on' as const }) },
    ],
    submit: t('draftMails.submit'),
    primary: false,
  });
}
