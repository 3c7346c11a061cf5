import type { FormView } from '#engine/shared/data-view.ts';
import type { ReviveMailOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { type MailsPorts, MAILS_PAGE } from '../../ports.ts';
import { requeueMails } from '../../requeue-mails.ts';

const NAME = 'revive-mail';

/** Requeues a failed mail. */
export const reviveMail = (ports: MailsPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'mails',
    page: MAILS_PAGE,
    input: { id: declareTextInput(100) },
    run: ({ id }, { actor }) => requeueMails(ports, [id], actor),
    respond: (_request, revived) => ({ to: MAILS_PAGE, query: { done: revived > 0 ? 'mailRevived' : 'mailBefore' } }),
    operation: {
      name: 'reviveMail',
      idempotentOutcomes: ['REVIVED'],
      data: (revived): ReviveMailOutcome => ({ code: revived > 0 ? 'REVIVED' : 'NOT_DEAD' }),
    },
  });

export const buildReviveForm = (request: AdminRequest, id: string): FormView =>
  buildFormView(request, {
    action: NAME,
    id: `revive-${id}`,
    submit: request.t('mails.revive'),
    hidden: { id },
  });
