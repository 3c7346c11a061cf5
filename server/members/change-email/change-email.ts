import type { ChangeEmailAnswer, ChangeEmailRequest } from '#journeys/registration/server/outcomes.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountMachine } from '#server/members/account/account-machine.ts';
import { databaseErrorKind } from '#server/platform/database/database-error.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { transact } from '#server/platform/database/transact.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { tellExistingAccount } from '#server/members/account/existing-account.ts';
import { recipientOf, storedLocale } from '#server/members/account/find-member.ts';
import { sendActivation } from '#server/members/account/send-activation.ts';
import { readRegistrationHandle } from '#server/members/account/registration-handle.ts';

/** Another address while the account is pending: links mailed before die, a new one goes to the new address. */
export async function changeEmail(ports: MemberPorts, request: ChangeEmailRequest): Promise<ChangeEmailAnswer> {
  const { accountDisclosure, answerFloorMs, limits } = ports.settings;
  const floor = accountDisclosure === 'mail' ? sleep(answerFloorMs) : undefined;
  const checked = validateForm('change-email', request.form);
  const email = checked.ok ? readEmail(checked.value.email) : null;
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  if (!email) return { outcome: 'invalid', errors: [{ field: 'email', message: 'errors.email' }] };
  const memberId = readRegistrationHandle(ports.secrets.handle, request.registration);
  if (memberId === null) return { outcome: 'not-found' };

  const network = await ports.limits.count({
    action: 'change-email',
    network: request.network,
    limit: limits.requestsPerNetwork,
  });
  if (!network.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: network.retryAfterSeconds };
  const limited = await countHit(ports.database.db, ports.clock, [
    { action: 'change-email/member', subject: memberId, limit: limits.mailPerAddress },
  ]);
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };
  const answer = await change(ports, memberId, email).catch((error: unknown): ChangeEmailAnswer => {
    // Somebody else took the address in the same instant: the same answer as a moment later.
    if (databaseErrorKind(error) !== 'unique') throw error;
    return accountDisclosure === 'mail' ? { outcome: 'changed', email: email.typed } : { outcome: 'pending' };
  });
  if (answer.outcome === 'changed') await ports.announcements.announce(memberId);
  await floor;
  return answer;
}

function change(ports: MemberPorts, memberId: string, email: Email): Promise<ChangeEmailAnswer> {
  const changed: ChangeEmailAnswer = { outcome: 'changed', email: email.typed };
  const byMail = ports.settings.accountDisclosure === 'mail';
  return transact<ChangeEmailAnswer>(ports.database, async (tx, undo) => {
    const member = await tx.selectFrom('members').selectAll().where('id', '=', memberId).executeTakeFirst();
    // In mail disclosure a handle may belong to nobody, because the address had an account already: nothing may tell.
    if (!member) return byMail ? changed : undo({ outcome: 'not-found' });
    if (!accountMachine.can(member.state, 'change-email')) return undo({ outcome: 'already-active' });
    if (member.email_canonical === email.canonical) return changed;

    const owner = await tx
      .selectFrom('members')
      .select('id')
      .where('email_canonical', '=', email.canonical)
      .executeTakeFirst();
    if (owner) {
      const existing = await tellExistingAccount(tx, ports, email, storedLocale(member.locale));
      return existing.told === 'by-mail' ? changed : undo({ outcome: existing.state });
    }
    const moved = await tx
      .updateTable('members')
      .set({ email: email.typed, email_canonical: email.canonical })
      .where('id', '=', memberId)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return undo({ outcome: 'already-active' });
    await tx
      .updateTable('newsletter_consents')
      .set({ email_canonical: email.canonical })
      .where('member_id', '=', memberId)
      .execute();
    // A repeated submit of the first form must not be told that the old address is registered.
    await tx.deleteFrom('idempotency_keys').where('member_id', '=', memberId).execute();
    await sendActivation(tx, ports, { ...recipientOf(member), email });
    return changed;
  });
}
