import { canonicalCode } from '#journeys/registration/members/codes/canonical-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { MembersTable } from '#journeys/registration/members/tables.ts';
import { readEmail } from '#server/platform/forms/email.ts';

export type FindMembersRequest = {
  readonly limit: number;
} & (
  | {
      /** An address, or a code of a registration. */
      readonly search: string;
    }
  | {
      /** Of a person who was found before. */
      readonly id: string;
    }
);

export type FoundMember = Pick<MembersTable, 'id' | 'email' | 'state' | 'locale' | 'country' | 'code'> & {
  readonly registeredAt: string;
  readonly activatedAt: string | null;
};

/** Accounts of an address, which is one at most, or those that a code brought, the newest first. */
export async function findMembers(
  { database: { db } }: MemberPorts,
  { limit, ...request }: FindMembersRequest,
): Promise<readonly FoundMember[]> {
  const all = db
    .selectFrom('members')
    .select(['id', 'email', 'state', 'locale', 'country', 'code'])
    .select(['registered_at as registeredAt', 'activated_at as activatedAt'])
    .where('shadow_of', 'is', null)
    .orderBy('registered_at', 'desc')
    .orderBy('id')
    .limit(limit);
  if ('id' in request) return all.where('id', '=', request.id).execute();
  const { search } = request;
  const email = readEmail(search);
  if (email !== null) return all.where('email_canonical', '=', email.canonical).execute();
  const code = canonicalCode(search);
  return code === null ? [] : all.where('code', '=', code).execute();
}
