import type { FormDocument } from '#schemas/generated/documents.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { type MailedEntry, buildSenderMail, buildTeamMail } from './mails/write-mails.ts';
import { type FormEntriesPorts, formLimits } from './ports.ts';
import type { FormEntriesTable } from './tables.ts';
import { enqueueDelivery, writeWebhookBody } from './webhooks/deliveries.ts';

/** Writes the mails and webhook requests of the form document; pass the transaction that stores or confirms the entry. */
export async function takeActions(
  tx: Transaction,
  ports: FormEntriesPorts,
  { actions = [], confirm }: FormDocument,
  entry: MailedEntry,
  row: FormEntriesTable,
): Promise<void> {
  for (const action of actions) {
    switch (action.do) {
      case 'mail-team':
        await enqueueMail(tx, ports, {
          template: 'form-entry',
          locale: entry.site.config.locales.default,
          to: action.to,
          memberId: row.id,
          rendered: buildTeamMail(entry),
        });
        break;
      case 'mail-sender': {
        const answer = entry.answers[action.field];
        const email = typeof answer === 'string' ? readEmail(answer) : null;
        if (email === null) break;
        const subject = email.canonical;
        const limit = formLimits.mailsPerAddress;
        // Anyone can enter an address; only the confirmed one is known to be the sender's.
        const isOwn = row.confirmed_at !== null && action.field === confirm?.field;
        if (!isOwn && !(await countHit(tx, ports.clock, [{ action: 'form-mail/address', subject, limit }])).allowed)
          break;
        await enqueueMail(tx, ports, {
          template: 'form-receipt',
          locale: entry.locale,
          to: email.typed,
          rendered: buildSenderMail(entry, action),
        });
        break;
      }
      case 'webhook':
        await enqueueDelivery(tx, ports, { webhook: action.name, entry: row.id, body: writeWebhookBody(row) });
        break;
    }
  }
}
