import { toRecipient } from '#journeys/registration/members/account/find-member.ts';
import { sendActivation } from '#journeys/registration/members/account/send-activation.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { LimitResult } from '#server/platform/limits/rate-limit.ts';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { accountExistsMail } from './account-exists-mail.ts';

/** Placeholder in `email_canonical` of a shadow, see `MembersTable`: real addresses contain no colon, and have an @. */
export const createPlaceholderAddress = (memberId: string): string => `shadow:${memberId}`;

/** State of the account with an address; `null` for none. */
export async function findAccountState(db: Db, canonical: string): Promise<'pending' | 'active' | null> {
  const account = await db
    .selectFrom('members')
    .select('state')
    .where('email_canonical', '=', canonical)
    .executeTakeFirst();
  return account?.state ?? null;
}

/**
 * Informs the owner of an account about a registration with its address; the sender of the form learns nothing (B13). A pending owner gets
 * the activation link again.
 *
 * @param locale of the submitted form
 * @param counted see `prepareMail`
 */
export async function writeToOwner(
  tx: Transaction,
  ports: MemberPorts,
  canonical: string,
  locale: Locale,
  counted?: LimitResult,
): Promise<void> {
  const owner = await tx.selectFrom('members').selectAll().where('email_canonical', '=', canonical).executeTakeFirst();
  if (!owner) return;
  if (owner.state === 'pending') return sendActivation(tx, ports, toRecipient(owner), counted);
  const mail = {
    template: accountExistsMail,
    locale,
    to: { typed: owner.email, canonical },
    memberId: owner.id,
    values: { loginUrl: ports.site.loginUrl(locale) },
  };
  await sendMail(tx, ports, mail, counted);
}
