import type {
  MailList,
  MutationReviveMailArgs,
  MutationReviveMailsArgs,
  QueryMailsArgs,
  ReviveMailOutcome,
  ReviveMailsOutcome,
} from '#schemas/generated/graphql/resolvers.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Outbox } from '#server/platform/mail/index.ts';
import { maskEmail } from '../../list.ts';
import type { AdminMutation, AdminOperations, AdminQuery } from '../../operation.ts';
import { MAX_REQUEUED, reviveMails, type ReviveMailsPorts } from './revive-mails.ts';

const states = { DEAD: 'dead', QUEUED: 'queued', SENDING: 'sending', SENT: 'sent', KEPT: 'kept' } as const;

interface MailOperationsPorts extends ReviveMailsPorts {
  readonly outbox: ReviveMailsPorts['outbox'] & Pick<Outbox, 'find'>;
}

export function mailOperations(ports: MailOperationsPorts): AdminOperations {
  const mails: AdminQuery<Required<QueryMailsArgs>, MailList> = {
    permission: 'mails',
    topic: topics.mails,
    async answer({ state, ...part }) {
      const found = await ports.outbox.find({ ...part, status: states[state] });
      return { total: found.total, mails: found.mails.map(listed) };
    },
  };
  const revive: AdminMutation<MutationReviveMailArgs, ReviveMailOutcome> = {
    permission: 'mails',
    idempotentOutcomes: ['REVIVED'],
    run: async ({ id }, { actor }) => ({ code: (await reviveMails(ports, [id], actor)) > 0 ? 'REVIVED' : 'NOT_DEAD' }),
  };
  const reviveAll: AdminMutation<MutationReviveMailsArgs, ReviveMailsOutcome> = {
    permission: 'mails',
    idempotentOutcomes: ['REVIVED'],
    async run({ ids }, { actor }) {
      if (ids.length > MAX_REQUEUED) return { code: 'TOO_MANY' };
      const revived = await reviveMails(ports, ids, actor);
      return { code: revived === 0 ? 'NOT_DEAD' : 'REVIVED', revived };
    },
  };
  return { Query: { mails }, Mutation: { reviveMail: revive, reviveMails: reviveAll } };
}

type Found = Awaited<ReturnType<Outbox['find']>>['mails'][number];

const listed = ({ id, template, locale, recipient, attempts, ...mail }: Found): MailList['mails'][number] => ({
  id,
  template,
  locale,
  recipient: maskEmail(recipient),
  attempts,
  reason: mail.last_error,
  createdAt: mail.created_at,
  sentAt: mail.sent_at,
});
