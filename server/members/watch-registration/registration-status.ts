import type { RegistrationStatus } from '#journeys/registration/server/enquiries.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { readRegistrationHandle } from '#server/members/account/registration-handle.ts';

/** B6: how far the registration of this session is; the handle is the right to know. */
export async function registrationStatus(ports: MemberPorts, registration: string): Promise<RegistrationStatus> {
  const memberId = readRegistrationHandle(ports.secrets.handle, registration);
  if (memberId === null) return { state: 'none', email: null };
  const member = await ports.database.db
    .selectFrom('members')
    .select(['state', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member) return { state: 'none', email: null };
  return { state: member.state === 'active' ? 'activated' : 'finished', email: member.email };
}
