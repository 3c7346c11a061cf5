import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { HOUR, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { prepareMail } from '#journeys/registration/members/mails/send-mail.ts';
import { type Statement, batch } from '#server/platform/database/batch.ts';
import type { LimitResult } from '#server/platform/limits/rate-limit.ts';
import { activationMail } from './activation-mail.ts';
import type { AddressedPerson } from '#journeys/registration/members/mails/mail-template.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { hashToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface ActivationRecipient extends AddressedPerson {
  readonly id: string;
  readonly email: Email;
  readonly locale: Locale;
}

/** Sends a new activation link; earlier links become invalid. */
export async function sendActivation(
  tx: Transaction,
  ports: MemberPorts,
  member: ActivationRecipient,
  counted?: LimitResult,
): Promise<void> {
  await batch(ports.database.engine, tx, await prepareActivation(tx, ports, member, counted));
}

/**
 * The same as statements for a batch.
 *
 * @param counted see `prepareMail`
 */
export async function prepareActivation(
  tx: Transaction,
  ports: MemberPorts,
  member: ActivationRecipient,
  counted?: LimitResult,
): Promise<readonly Statement[]> {
  const token = makeSingleUseToken(ports.random);
  const now = getCurrentTimestamp(ports.clock);
  const { activationHours } = ports.settings;
  const stored = tx.insertInto('activation_tokens').values({
    token_hash: hashToken(token),
    member_id: member.id,
    email_canonical: member.email.canonical,
    created_at: now,
    expires_at: getCurrentTimestamp(ports.clock, activationHours * HOUR),
    used_at: null,
    replaced_at: null,
  });
  const mail = {
    template: activationMail,
    locale: member.locale,
    to: member.email,
    memberId: member.id,
    values: {
      person: member,
      hours: activationHours,
      url: ports.site.urlOfForm(member.locale, 'activation', { token }),
    },
  };
  return [replacingLinks(tx, ports, member.id), stored, ...(await prepareMail(tx, ports, mail, counted))];
}

/** Invalidates all activation links of an account. */
export async function replaceLinks(tx: Transaction, ports: MemberPorts, memberId: string): Promise<void> {
  await replacingLinks(tx, ports, memberId).execute();
}

const replacingLinks = (tx: Transaction, ports: MemberPorts, memberId: string) =>
  tx
    .updateTable('activation_tokens')
    .set({ replaced_at: getCurrentTimestamp(ports.clock) })
    .where('member_id', '=', memberId)
    .where('replaced_at', 'is', null);
