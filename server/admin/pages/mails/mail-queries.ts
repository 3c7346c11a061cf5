import type { MailList, QueryMailsArgs } from '#schemas/generated/graphql/resolvers.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Outbox } from '#server/platform/mail/index.ts';
import { maskEmail } from '../../list.ts';
import type { AdminQuery } from '../../operation.ts';
import type { MailsPorts } from './ports.ts';

const states = { DEAD: 'dead', QUEUED: 'queued', SENDING: 'sending', SENT: 'sent', KEPT: 'kept' } as const;

export function createMailQueries({ outbox }: MailsPorts) {
  const mails: AdminQuery<Required<QueryMailsArgs>, MailList> = {
    permission: 'mails',
    topic: topics.mails,
    async answer({ state, ...part }) {
      const found = await outbox.find({ ...part, status: states[state] });
      return { total: found.total, mails: found.mails.map(listed) };
    },
  };
  return { mails };
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
