import type { Outbox } from '#server/platform/mail/index.ts';
import type { RequeueMailsPorts } from './requeue-mails.ts';

export interface MailsPorts extends RequeueMailsPorts {
  readonly outbox: RequeueMailsPorts['outbox'] &
    Pick<Outbox, 'find' | 'state' | 'countDeadLetters' | 'failures' | 'countByDay'>;
}

export const MAILS_PAGE = '/admin/mails';
/** Prefix of checkbox names. */
export const TICK = 'mail-';
