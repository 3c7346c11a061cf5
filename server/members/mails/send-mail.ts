import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { type MailTemplate, renderMail } from './mail-template.ts';

export interface MemberMail<Values> {
  readonly template: MailTemplate<Values>;
  readonly locale: Locale;
  /** Address as typed. */
  readonly to: string;
  readonly values: Values;
  /** See `NewMail`. */
  readonly notBefore?: number;
}

/** Writes a mail into the outbox; give the transaction of its cause as `db`, see `enqueueMail`. */
export async function sendMail<Values>(
  db: Db,
  ports: Pick<MemberPorts, 'clock' | 'random' | 'secrets' | 'site' | 'mailWritten'>,
  { template, locale, to, values, notBefore }: MemberMail<Values>,
): Promise<void> {
  await enqueueMail(db, ports, {
    template: template.name,
    locale,
    to,
    host: new URL(ports.site.url('en', '/')).hostname,
    notBefore,
    rendered: renderMail(template, locale, ports.site.name, values),
  });
}
