import type { FormView } from '#engine/shared/data-view.ts';
import type { ReviveMailsOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTickedInput } from '../../../../admin-action.ts';
import type { ActionResult, AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { type MailsPorts, MAILS_PAGE, TICK } from '../../ports.ts';
import { requeueMails } from '../../requeue-mails.ts';

const NAME = 'revive-mails';
/** Maximum mails requeued at once: one page of the list. */
const MAX_REQUEUED = 200;

/** Requeues the selected failed mails. */
export const reviveMails = (ports: MailsPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'mails',
    page: MAILS_PAGE,
    input: { ids: declareTickedInput(TICK) },
    run: async ({ ids }, { actor }) => (ids.length > MAX_REQUEUED ? null : requeueMails(ports, ids, actor)),
    respond({ t }, revived, { ids }): ActionResult {
      if (revived === null) return { errors: {}, message: t('mails.tooMany', { count: t.number(MAX_REQUEUED) }) };
      if (ids.length === 0) return { errors: {}, message: t('mails.choose') };
      return { to: MAILS_PAGE, query: { done: 'mailsRevived', n: String(revived) } };
    },
    operation: {
      name: 'reviveMails',
      idempotentOutcomes: ['REVIVED'],
      data: (revived): ReviveMailsOutcome =>
        revived === null ? { code: 'TOO_MANY' } : { code: revived === 0 ? 'NOT_DEAD' : 'REVIVED', revived },
    },
  });

/** The form around the list, for the selected mails. */
export const buildReviveChosenForm = (request: AdminRequest): FormView =>
  buildFormView(request, { action: NAME, submit: request.t('mails.reviveChosen') });
