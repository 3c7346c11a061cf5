import { sql } from 'kysely';
import type { Database } from '#server/platform/database/open-database.ts';
import type { Seen } from './visitors.ts';

/**
 * States that must never be, at any time: a query for each that finds none. Sets instead of joins: no index
 * of the product's is made for these questions, and they are asked after every kill.
 */
const halfStates: Readonly<Record<string, string>> = {
  'an inviter whose issued places are not free + pending + active': `select id from inviters where issued <> free + pending + active`,
  'an inviter whose pending places are not its pending members': `select id from inviters where id not like 'demo-%' and pending <> (select count(*) from members where inviter_id = inviters.id and state = 'pending')`,
  'an inviter whose active places are not its active members': `select id from inviters where id not like 'demo-%' and active <> (select count(*) from members where inviter_id = inviters.id and state = 'active')`,
  'a member without an activation mail': `select id from members where inviter_id not like 'demo-%' and email not in (select recipient from outbox)`,
  'a member without an activation token': `select id from members where inviter_id not like 'demo-%' and id not in (select member_id from activation_tokens)`,
  'a member without accepted policies': `select id from members where inviter_id not like 'demo-%' and id not in (select member_id from policy_acceptances)`,
  'a member without the newsletter’s proof': `select id from members where inviter_id not like 'demo-%' and id not in (select member_id from newsletter_consents where member_id is not null)`,
  'an active member without a used token': `select id from members where state = 'active' and id not in (select member_id from activation_tokens where used_at is not null)`,
  'a used token of a member who is not active': `select member_id as id from activation_tokens where used_at is not null and member_id not in (select id from members where state = 'active')`,
  'an active member whose newsletter is not confirmed': `select id from members where state = 'active' and id in (select member_id from newsletter_consents where confirmed_at is null)`,
  'an active member without the promised voucher': `select id from members where state = 'active' and voucher_variant is not null and id not in (select member_id from vouchers where member_id is not null)`,
  'a mail to nobody': `select id from outbox where recipient not in (select email from members)`,
};

/** Half states, and acknowledgements that the database does not know of, as sentences. */
export async function findBroken({ db }: Database, { registered, activated }: Seen): Promise<string[]> {
  const broken: string[] = [];
  for (const [state, query] of Object.entries(halfStates)) {
    const { rows } = await sql<{ id: string }>`${sql.raw(query)}`.execute(db);
    if (rows.length > 0) broken.push(`There is ${state}: ${rows.length} times.`);
  }
  const members = await db.selectFrom('members').select(['email', 'state']).execute();
  const states = new Map(members.map(({ email, state }) => [email, state]));
  for (const email of registered)
    if (!states.has(email)) broken.push(`The registration of ${email} was answered with success and is lost.`);
  for (const email of activated)
    if (states.get(email) !== 'active')
      broken.push(`The activation of ${email} was answered with success and is lost.`);
  return broken;
}
