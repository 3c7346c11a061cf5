import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { sendMail } from '#server/members/mails/send-mail.ts';
import { accountExistsMail } from './account-exists-mail.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { recipientOf } from '#server/members/account/find-member.ts';
import { sendActivation } from '#server/members/account/send-activation.ts';

export type ExistingAccount =
  | { readonly told: 'on-screen'; readonly state: 'already-active' | 'pending' }
  /** B13: nothing on the screen says that the account exists; its owner was written to. */
  | { readonly told: 'by-mail' };

/** What happens when somebody asks for an address that has an account already. */
export async function tellExistingAccount(
  tx: Transaction,
  ports: MemberPorts,
  email: Email,
  locale: Locale,
): Promise<ExistingAccount> {
  const member = await tx
    .selectFrom('members')
    .selectAll()
    .where('email_canonical', '=', email.canonical)
    .executeTakeFirstOrThrow();
  if (ports.settings.accountDisclosure === 'screen') {
    return { told: 'on-screen', state: member.state === 'active' ? 'already-active' : 'pending' };
  }
  const allowance = await countHit(tx, ports.clock, [
    { action: 'mail/address', subject: email.canonical, limit: ports.settings.limits.mailPerAddress },
  ]);
  if (!allowance.allowed) return { told: 'by-mail' };
  if (member.state === 'active') {
    await sendMail(tx, ports, {
      template: accountExistsMail,
      locale,
      to: member.email,
      values: { loginUrl: ports.site.loginUrl(locale) },
    });
  } else {
    await sendActivation(tx, ports, recipientOf(member));
  }
  return { told: 'by-mail' };
}
