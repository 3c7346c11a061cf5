import { sql } from 'kysely';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { MembersTable } from '#journeys/registration/members/tables.ts';
import { containsInCanonical, containsText } from '#server/platform/database/contains-text.ts';
import { readEmail } from '#server/platform/forms/email.ts';

export type FindMembersRequest = {
  readonly limit: number;
} & (
  | {
      /** An email address, a registration code, or part of a name or address. */
      readonly search: string;
    }
  | {
      /** Id of a known person. */
      readonly id: string;
    }
);

export type FoundMember = Pick<MembersTable, 'id' | 'email' | 'state' | 'locale' | 'country' | 'code'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly registeredAt: string;
  readonly activatedAt: string | null;
};

const MAX_WORDS = 5;
/** Minimum length of a part: shorter ones match too many people. */
const MIN_PART_LENGTH = 3;
/** Number of newest accounts that are searched first. */
const NEWEST = 2_000;
/** A part with "@", after which canonical addresses are ASCII. */
const ONLY_IN_ADDRESS = /@[\u0021-\u003f\u0041-\u007e]*$/;

/** Accounts by address (at most one), by code, or by part of a name or address; newest first. */
export async function findMembers(
  { database: { db, engine } }: MemberPorts,
  { limit, ...request }: FindMembersRequest,
): Promise<readonly FoundMember[]> {
  const all = db
    .selectFrom('members')
    .select(['id', 'email', 'state', 'locale', 'country', 'code'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .select(['registered_at as registeredAt', 'activated_at as activatedAt'])
    .where('shadow_of', 'is', null)
    .orderBy('registered_at', 'desc')
    .orderBy('id')
    .limit(limit);
  if ('id' in request) return all.where('id', '=', request.id).execute();
  const { search } = request;
  const email = readEmail(search);
  if (email !== null) return all.where('email_canonical', '=', email.canonical).execute();
  const code = toCanonicalCode(search);
  const ofCode = code === null ? [] : await all.where('code', '=', code).execute();
  if (ofCode.length > 0 || search.trim().length < MIN_PART_LENGTH) return ofCode;
  const text = sql`first_name || ' ' || last_name || ' ' || email`;
  // First and last name in either order.
  const parts = search.trim().split(/\s+/).slice(0, MAX_WORDS);
  const matching = parts.reduce(
    (found, part) =>
      found.where(
        ONLY_IN_ADDRESS.test(part) ? containsInCanonical('email_canonical', part) : containsText(engine, text, part),
      ),
    all,
  );
  // Frequent matches are found among the newest without a full scan.
  const bound = await db
    .selectFrom('members')
    .select('registered_at')
    .orderBy('registered_at', 'desc')
    .offset(NEWEST)
    .limit(1)
    .executeTakeFirst();
  if (bound === undefined) return matching.execute();
  const newest = await matching.where('registered_at', '>=', bound.registered_at).execute();
  return newest.length === limit ? newest : matching.execute();
}
