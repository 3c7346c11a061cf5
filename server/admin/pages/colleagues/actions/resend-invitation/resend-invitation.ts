import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { ActionResult, AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { writeInvitation } from '../../invitation-mail.ts';
import { COLLEAGUES_PAGE, type ColleaguesPorts, nameAdmin, PERMISSION } from '../../ports.ts';
import { respondToInvitation } from '../invite-colleague/invite-colleague.ts';

const NAME = 'resend-invitation';

/** Sends the mail of an invitation again, with a new link. */
export const resendInvitation = (ports: ColleaguesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: PERMISSION,
    page: COLLEAGUES_PAGE,
    requiresReauth: true,
    input: { id: declareTextInput(100) },
    async run({ id }, { actor }) {
      const write = writeInvitation(ports.mails, await nameAdmin(ports, actor));
      return ports.staff.sendInvitationAgain({ id, by: actor, write });
    },
    respond: ({ t }, answer): ActionResult => respondToInvitation(t, answer),
  });

export const buildResendInvitationForm = (request: AdminRequest, id: string): FormView =>
  buildFormView(request, {
    action: NAME,
    id: `resend-${id}`,
    submit: request.t('colleagues.inviteAgain'),
    hidden: { id },
  });
