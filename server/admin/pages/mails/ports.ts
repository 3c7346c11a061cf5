import type { Outbox } from '#server/platform/mail/index.ts';
import type { ReviveMailsPorts } from './requeue-mails.ts';

export interface MailsPorts extends ReviveMailsPorts {
  readonly outbox: ReviveMailsPorts['outbox'] &
    Pick<Outbox, 'find' | 'state' | 'countDeadLetters' | 'failures' | 'countByDay'>;
}

export const MAILS_PAGE = '/admin/mails';
/** Prefix of checkbox names. */
export const TICK = 'mail-';
