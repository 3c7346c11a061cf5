import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, textInput } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { formView } from '../../../../form.ts';
import { type MailsPorts, MAILS_PAGE } from '../../ports.ts';
import { requeueFailedMails } from '../../requeue-mails.ts';

const NAME = 'revive-failures';

/** Requeues all mails that failed for the same reason. */
export const reviveFailures = (ports: MailsPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'mails',
    page: MAILS_PAGE,
    input: { reason: textInput(1_000) },
    run: ({ reason }, { actor }) => requeueFailedMails(ports, reason, actor),
    respond: (_request, revived) => ({ to: MAILS_PAGE, query: { done: 'mailsRevived', n: String(revived) } }),
  });

/** @param index of the reason on the page */
export const failuresForm = (request: AdminRequest, reason: string, index: number): FormView =>
  formView(request, {
    action: NAME,
    id: `revive-failures-${index}`,
    submit: request.t('mails.reviveAll'),
    hidden: { reason },
  });
