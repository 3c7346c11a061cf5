import { sql } from 'kysely';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { listLowered } from '#server/platform/database/contains-text.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { aliasKey, isAlias, listAliasKeys } from './alias-key.ts';

export interface FindDuplicatesRequest {
  /** Of the person whose others are looked for. */
  readonly address: string;
  /** Of an account; left out for a person without one. */
  readonly account?: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly country: string;
  };
}

export interface FoundDuplicate {
  readonly email: string;
  /** Id of the account; `null` without one. */
  readonly memberId: string | null;
  readonly where: 'account' | 'waiting-list' | 'application';
  /** `alias`: mails arrive in the same mailbox. `name`: the same first and last name in the same country. */
  readonly reason: 'alias' | 'name';
  /** When the person registered, joined or applied; ISO 8601. */
  readonly at: string;
}

/** Of each kind: a common name has as many as one wants. */
const MAX_EACH = 10;

/** Who may be the same person, by what registrations ask: addresses of one mailbox, and names. Nothing is merged. */
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
        .where(aliasKey(engine, 'email_canonical'), 'in', keys)
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
