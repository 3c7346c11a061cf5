import type { ModuleDefinition } from './module-definition.ts';
import { platformTables } from './database/migrations/0001-start.ts';
import { ownersOfRows } from './database/migrations/0004-privacy.ts';
import { leases } from './database/migrations/0006-leases.ts';
import { errorCounts } from './database/migrations/0045-error-counts.ts';
import { mailListIndexes } from './database/migrations/0038-admin-lists.ts';
import { platformRetentionIndexes } from './database/migrations/0007-retention-indexes.ts';
import { ERASURE_DAYS } from './personal-data/erasure-list.ts';
import { platformPersonalData } from './personal-data/platform-personal-data.ts';

/** Tables, retention and personal data of the platform itself. */
export const platformModule: ModuleDefinition = {
  migrations: [platformTables, ownersOfRows, leases, platformRetentionIndexes, mailListIndexes, errorCounts],
  retention: [
    {
      table: 'idempotency_keys',
      from: 'expires_at',
      days: 0,
      why: 'A stored result is needed as long as a retry is likely.',
    },
    {
      table: 'erasures',
      from: 'erased_at',
      days: ERASURE_DAYS,
      why: 'Erasures are repeated in restored back-ups; none may be older.',
    },
    { table: 'error_counts', from: 'hour', days: 90, why: 'The dashboard shows the last 14 days.' },
    { table: 'rate_limits', from: 'expires_at', days: 0, why: 'A counter is useless after its window.' },
    {
      table: 'outbox',
      from: 'created_at',
      days: 30,
      only: { column: 'status', values: ['sent', 'kept'] },
      why: 'Proof that a mail was sent; its content is deleted at once.',
    },
    {
      table: 'outbox',
      from: 'created_at',
      days: 90,
      only: { column: 'status', values: ['dead'] },
      why: 'Dead letters wait for an operator, for a limited time.',
    },
  ],
  personalData: [platformPersonalData],
};
