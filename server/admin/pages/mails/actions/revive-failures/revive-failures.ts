import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { type MailsPorts, MAILS_PAGE } from '../../ports.ts';
import { requeueFailedMails } from '../../requeue-mails.ts';

const NAME = 'revive-failures';

/** Requeues all mails that failed for the same reason. */
export const reviveFailures = (ports: MailsPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'mails',
    page: MAILS_PAGE,
    input: { reason: declareTextInput(1_000) },
    run: ({ reason }, { actor }) => requeueFailedMails(ports, reason, actor),
    respond: (_request, revived) => ({ to: MAILS_PAGE, query: { done: 'mailsRevived', n: String(revived) } }),
  });

/** @param index of the reason on the page */
export const buildFailuresForm = (request: AdminRequest, reason: string, index: number): FormView =>
  buildFormView(request, {
    action: NAME,
    id: `revive-failures-${index}`,
    submit: request.t('mails.reviveAll'),
    hidden: { reason },
  });
