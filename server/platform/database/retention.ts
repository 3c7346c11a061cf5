import { sql } from 'kysely';
import type { Database } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { DAY, timestamp } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

interface Rule {
  readonly table: keyof Tables;
  /** Column that holds the time the days count from. */
  readonly from: string;
  readonly days: number;
  /** Only rows in which a column has one of these values. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  readonly why: string;
}

/** How long personal data stays (ASVS 5.0.0, 14.2.7). Pending accounts are removed by `expirePending`, which gives their places back. */
export const retention: readonly Rule[] = [
  {
    table: 'registration_drafts',
    from: 'expires_at',
    days: 0,
    why: 'A draft lives 24 hours from its last change (S3).',
  },
  {
    table: 'idempotency_keys',
    from: 'expires_at',
    days: 0,
    why: 'A stored answer is kept as long as a retry is likely.',
  },
  { table: 'access_tokens', from: 'expires_at', days: 0, why: 'A token that is over opens nothing.' },
  { table: 'rate_limits', from: 'expires_at', days: 0, why: 'A counter is useless after its window.' },
  {
    table: 'activation_tokens',
    from: 'expires_at',
    days: 30,
    why: 'Old links are told apart from unknown ones for a month.',
  },
  { table: 'activation_attempts', from: 'at', days: 90, why: 'Outcomes of activation are statistics.' },
  {
    table: 'outbox',
    from: 'created_at',
    days: 30,
    only: { column: 'status', values: ['sent', 'kept'] },
    why: 'Proof that a mail was sent; its content is gone at once.',
  },
  {
    table: 'outbox',
    from: 'created_at',
    days: 90,
    only: { column: 'status', values: ['dead'] },
    why: 'Dead letters wait for a person, not for ever.',
  },
  {
    table: 'waiting_list',
    from: 'invited_at',
    days: 30,
    only: { column: 'state', values: ['invited'] },
    why: 'After the invitation the entry has served.',
  },
  { table: 'waiting_list', from: 'joined_at', days: 730, why: 'Nobody waits longer than two years.' },
  { table: 'membership_interest', from: 'applied_at', days: 365, why: 'An application is answered within a year.' },
  {
    table: 'exposures',
    from: 'evaluated_at',
    days: 1,
    only: { column: 'consented', values: [0] },
    why: 'Without consent an id lives no longer than a session.',
  },
  { table: 'exposures', from: 'evaluated_at', days: 400, why: 'Experiments are compared within thirteen months.' },
  { table: 'conversions', from: 'at', days: 400, why: 'As long as the exposures they belong to.' },
  { table: 'audit_log', from: 'at', days: 730, why: 'Who published and generated what, for two years.' },
];

/** Deletes every row past its time; safe to run on several nodes at once. Returns how many rows went, per table. */
export async function purge(database: Database, clock: Clock): Promise<Readonly<Record<string, number>>> {
  const gone: Record<string, number> = {};
  for (const rule of retention) {
    const before = timestamp(clock.now() - rule.days * DAY);
    const only = rule.only ? sql` and ${sql.ref(rule.only.column)} in (${sql.join(rule.only.values)})` : sql``;
    const result =
      await sql`delete from ${sql.table(rule.table)} where ${sql.ref(rule.from)} <= ${before}${only}`.execute(
        database.db,
      );
    gone[rule.table] = (gone[rule.table] ?? 0) + Number(result.numAffectedRows ?? 0);
  }
  return gone;
}
