/**
 * The tables as Kysely sees them. Rules that hold on both engines: ids and times are text (times ISO 8601 in UTC with
 * milliseconds, written by the application), yes and no are the integers 1 and 0, JSON is text.
 */

/** An ISO 8601 time in UTC such as `2026-11-20T10:00:00.000Z`; sorts as text. */
export type Timestamp = string;
/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;

export interface OutboxTable {
  id: string;
  message_id: string;
  template: string;
  locale: string;
  recipient: string;
  /** Finds the mails of a recipient; `null` on rows of earlier releases. */
  recipient_canonical: string | null;
  /** Account that the mail is about; `null` for none. */
  member_id: string | null;
  /** Encrypted subject and bodies, because they contain names and valid links. `null` once sent. */
  content: string | null;
  status: 'queued' | 'sending' | 'sent' | 'kept' | 'dead';
  attempts: number;
  next_attempt_at: Timestamp;
  lease_until: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
}

export interface IdempotencyKeysTable {
  key: string;
  /** SHA-256 over the body, to distinguish a retry from another request. */
  fingerprint: string;
  member_id: string | null;
  /** Email address in the response. */
  email_canonical: string | null;
  /** JSON of the outcome, encrypted when it contains personal data. */
  answer: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface RateLimitsTable {
  key: string;
  window_start: Timestamp;
  hits: number;
  expires_at: Timestamp;
}

/** An erasure that was applied to this database, see `erasure-list.ts`. */
export interface ErasuresTable {
  id: string;
  erased_at: Timestamp;
  /** JSON of the whole entry; keyed hashes, no personal data. */
  entry: string;
}

/** Errors per hour and source. */
export interface ErrorCountsTable {
  source: string;
  /** Beginning of the hour. */
  hour: Timestamp;
  errors: number;
}

/** Leases of tasks that one process runs for all. */
export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: Timestamp;
}

/** All tables by name: those of the platform; modules extend it in their `tables.ts`. */
export interface Tables {
  outbox: OutboxTable;
  error_counts: ErrorCountsTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  erasures: ErasuresTable;
  leases: LeasesTable;
}
