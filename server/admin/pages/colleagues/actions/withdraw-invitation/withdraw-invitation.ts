import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { COLLEAGUES_PAGE, type ColleaguesPorts, PERMISSION } from '../../ports.ts';

const NAME = 'withdraw-invitation';

/** Withdraws a pending invitation; the colleague can be invited again. */
export const withdrawInvitation = ({ staff }: ColleaguesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: PERMISSION,
    page: COLLEAGUES_PAGE,
    input: { id: declareTextInput(100) },
    run: ({ id }, { actor }) => staff.revokeInvitation({ id, by: actor }),
    respond: (_request, isWithdrawn) => ({
      to: COLLEAGUES_PAGE,
      query: { done: isWithdrawn ? 'invitationWithdrawn' : 'nothingChanged' },
    }),
  });

export const buildWithdrawInvitationForm = (request: AdminRequest, id: string): FormView =>
  buildFormView(request, {
    action: NAME,
    id: `withdraw-${id}`,
    submit: request.t('colleagues.inviteWithdraw'),
    hidden: { id },
  });
