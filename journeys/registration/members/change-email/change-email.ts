import type { Invalid, NotPossible, TooMany } from '#journeys/registration/server/outcomes.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import {
  findAccountState,
  createPlaceholderAddress,
  writeToOwner,
} from '#journeys/registration/members/account/duplicate-registration.ts';
import { type Member, toRecipient, readStoredLocale } from '#journeys/registration/members/account/find-member.ts';
import { replaceLinks, sendActivation } from '#journeys/registration/members/account/send-activation.ts';
import { readRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';

export interface ChangeEmailRequest {
  /** Handle of the visitor's registration. */
  readonly registration: string;
  readonly form: unknown;
  readonly network: string;
}

export type ChangeEmailResult =
  | { readonly outcome: 'changed'; readonly email: string }
  /** `already-active` and `pending` may refer to this account or to the one with the new address. */
  | { readonly outcome: 'pending'; readonly email: string }
  | { readonly outcome: 'already-active' | 'not-found' }
  | NotPossible
  | Invalid
  | TooMany;

/** Changes the address of a pending account: earlier links become invalid, a new one is sent to the new address. */
export function changeEmail(ports: MemberPorts, request: ChangeEmailRequest): Promise<ChangeEmailResult> {
  return withMinimumResponseTime(ports, () => answerTo(ports, request));
}

async function answerTo(ports: MemberPorts, request: ChangeEmailRequest): Promise<ChangeEmailResult> {
  const { limits } = ports.settings;
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
  const answer = await change(ports, memberId, email).catch((error: unknown): Promise<ChangeEmailResult> => {
    // A concurrent request took the address: the same response as afterwards.
    if (classifyDatabaseError(error) !== 'unique') throw error;
    return change(ports, memberId, email);
  });
  if (answer.outcome === 'changed') await ports.pubSub.publish(memberId);
  return answer;
}

function change(ports: MemberPorts, memberId: string, email: Email): Promise<ChangeEmailResult> {
  const changed: ChangeEmailResult = { outcome: 'changed', email: email.typed };
  return withTransaction<ChangeEmailResult>(ports.database, async (tx, undo) => {
    const member = await tx.selectFrom('members').selectAll().where('id', '=', memberId).executeTakeFirst();
    if (!member) return undo({ outcome: 'not-found' });
    if (member.state === 'active') return undo({ outcome: 'already-active' });
    if (ports.site.nextState('account', member.state, 'change-email') === null)
      return undo({ outcome: 'not-possible' });
    if (readAddress(member) === email.canonical) return changed;

    const taken = await findAccountState(tx, email.canonical);
    if (taken !== null && ports.settings.accountEnumeration === 'allow')
      return undo(taken === 'active' ? { outcome: 'already-active' } : { outcome: 'pending', email: email.typed });
    const moved = await move(tx, ports, member, email, taken !== null);
    if (!moved) return undo({ outcome: 'already-active' });
    if (taken === null) await sendActivation(tx, ports, { ...toRecipient(member), email });
    else {
      await replaceLinks(tx, ports, memberId);
      await writeToOwner(tx, ports, email.canonical, readStoredLocale(member.locale));
    }
    return changed;
  });
}

/** The address of the registration, even for a shadow. */
const readAddress = (member: Member): string => member.shadow_of ?? member.email_canonical;

/** Returns whether the account was pending. With the address of another account it becomes a shadow, see `MembersTable`. */
async function move(
  tx: Transaction,
  ports: MemberPorts,
  member: Member,
  email: Email,
  isTaken: boolean,
): Promise<boolean> {
  const canonical = isTaken ? createPlaceholderAddress(member.id) : email.canonical;
  const moved = await tx
    .updateTable('members')
    .set({ email: email.typed, email_canonical: canonical, shadow_of: isTaken ? email.canonical : null })
    .where('id', '=', member.id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  await tx
    .insertInto('earlier_addresses')
    .values({ member_id: member.id, email_canonical: readAddress(member), left_at: getCurrentTimestamp(ports.clock) })
    .onConflict((conflict) => conflict.columns(['member_id', 'email_canonical']).doNothing())
    .execute();
  await tx
    .updateTable('newsletter_consents')
    .set({ email_canonical: canonical })
    .where('member_id', '=', member.id)
    .execute();
  // A repetition of the first form must not reveal that the previous address is registered.
  await tx.deleteFrom('idempotency_keys').where('member_id', '=', member.id).execute();
  return true;
}
