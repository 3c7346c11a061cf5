import { sql } from 'kysely';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { listLowered } from '#server/platform/database/contains-text.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { selectAliasKey, isAlias, listAliasKeys } from './alias-key.ts';

export interface FindDuplicatesRequest {
  /** Address of the person. */
  readonly address: string;
  /** Account of the person, if any. */
  readonly account?: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly country: string;
  };
}

export interface FoundDuplicate {
  readonly email: string;
  /** Id of the account; `null` for none. */
  readonly memberId: string | null;
  readonly where: 'account' | 'waiting-list' | 'application';
  /** `alias`: the same mailbox. `name`: the same first and last name in the same country. */
  readonly reason: 'alias' | 'name';
  /** Time of registration, joining or application; ISO 8601. */
  readonly at: string;
}

/** Maximum per kind, since common names have many. */
const MAX_EACH = 10;

/** Possible duplicates of a person, by mailbox and by name. Nothing is merged. */
export async function findDuplicates(
  { database: { db, engine } }: MemberPorts,
  { address, account }: FindDuplicatesRequest,
): Promise<readonly FoundDuplicate[]> {
  const canonical = readEmail(address)?.canonical;
  if (canonical === undefined) return [];
  const keys = listAliasKeys(canonical);
  const sources = [
    { table: 'members', at: 'registered_at', where: 'account' },
    { table: 'waiting_list', at: 'joined_at', where: 'waiting-list' },
    { table: 'membership_interest', at: 'applied_at', where: 'application' },
  ] as const;
  const ofAddress = await Promise.all(
    sources.map(async ({ table, at, where }) => {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'email', 'email_canonical', sql.ref<string>(at).as('at')])
        .where(selectAliasKey(engine, 'email_canonical'), 'in', keys)
        .where('email_canonical', '!=', canonical)
        .orderBy(sql.ref(at), 'desc')
        .limit(MAX_EACH)
        .execute();
      return rows
        .filter((row) => isAlias(row.email_canonical, canonical))
        .map(({ id, email, at: time }): FoundDuplicate => {
          return { email, memberId: where === 'account' ? id : null, where, reason: 'alias', at: time };
        });
    }),
  );
  const found = ofAddress.flat();
  if (account === undefined) return found;
  const known = new Set([account.id, ...found.map(({ memberId }) => memberId)]);
  const named = await db
    .selectFrom('members')
    .select(['id', 'email', 'registered_at'])
    .where(sql`lower(last_name)`, 'in', listLowered(account.lastName))
    .where(sql`lower(first_name)`, 'in', listLowered(account.firstName))
    .where('country', '=', account.country)
    .where('shadow_of', 'is', null)
    .orderBy('registered_at', 'desc')
    .limit(MAX_EACH + known.size)
    .execute();
  const others = named.filter(({ id }) => !known.has(id)).slice(0, MAX_EACH);
  return [
    ...found,
    ...others.map(({ id, email, registered_at: at }): FoundDuplicate => ({
      email,
      memberId: id,
      where: 'account',
      reason: 'name',
      at,
    })),
  ];
}
