import type { RegistrationStatus } from '#journeys/registration/server/enquiries.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { findIssuedVoucher } from '#journeys/registration/members/account/vouchers.ts';
import { readRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';

const none: RegistrationStatus = { state: 'none', email: null, voucher: null };

/** State of the session's registration (B6), authorized by its handle. */
export async function readRegistrationStatus(ports: MemberPorts, registration: string): Promise<RegistrationStatus> {
  const memberId = readRegistrationHandle(ports.secrets.handle, registration);
  if (memberId === null) return none;
  const member = await ports.database.db
    .selectFrom('members')
    .select(['state', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member) return none;
  const { email } = member;
  if (member.state !== 'active') return { state: 'finished', email, voucher: null };
  return { state: 'activated', email, voucher: await findIssuedVoucher(ports.database.db, memberId) };
}
