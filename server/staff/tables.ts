import type { Generated } from 'kysely';
import type { Timestamp } from '#server/platform/database/tables.ts';

/** Audit entries of earlier releases. */
export interface AuditLogTable {
  id: string;
  at: Timestamp;
  actor: string;
  action: string;
  subject: string | null;
  /** JSON. */
  details: string | null;
}

/** Append-only rows, deleted only by closed month; see `computeLinkHash`. */
export interface AuditEntriesTable {
  chain: AuditChain;
  /** From 1 in each chain, without gaps. */
  seq: number;
  id: string;
  /** Month of `at`, such as `2026-11`. */
  month: string;
  /** Not before that of the previous entry. */
  at: Timestamp;
  actor: string;
  action: string;
  /** Address block of the request, such as `192.0.2.0/24`; `null` outside a request. */
  network: string | null;
  /** Id of the subject, if it is not a person. */
  subject: string | null;
  /** Pseudonym of the subject, resolved by `audit_people` only. */
  person: string | null;
  /** JSON of `before`, `after` and `details`. */
  details: string | null;
  /** The same for entries about a person, encrypted with the key in `audit_people`. */
  sealed: string | null;
  /** Id of the key of `hash`. */
  key: string;
  /** Over this entry and the hash of the previous one. */
  hash: string;
}

/** `deeds` are retained for years, `attempts` of strangers for months. */
export type AuditChain = 'deeds' | 'attempts';

/** Signed head of a deleted month: its position in the chain. */
export interface AuditHeadsTable {
  chain: AuditChain;
  month: string;
  first_seq: number;
  last_seq: number;
  entries: number;
  /** Hash of the entry before the month; empty for the first one. */
  previous: string;
  /** Hash of its last entry. */
  hash: string;
  last_at: Timestamp;
  closed_at: Timestamp;
  key: string;
  signature: string;
}

/** People in entries. Erasure deletes the row, and with it the only key to their content. */
export interface AuditPeopleTable {
  person: string;
  /** Id of the person in other tables. */
  subject: string;
  /** Encrypted key for `AuditEntriesTable.sealed`. */
  secret: string;
  created_at: Timestamp;
}

export interface AdminsTable {
  id: string;
  email: string;
  email_canonical: string;
  name: string;
  /** Encoded argon2id hash; `null` for accounts with the identity provider. */
  password_hash: string | null;
  oidc_subject: string | null;
  /** See `getPermissions`. */
  staff_group: Generated<string>;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
  /** 1: wants mails about drafts. */
  draft_mails: Generated<number>;
  /** Language of the last sign-in; `null` before the first one with this release. */
  locale: Generated<string | null>;
}

/** Sessions by the hash of their token. */
export interface AccessTokensTable {
  token_hash: string;
  role: 'member' | 'admin';
  /** Id of the admin or member. */
  subject: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** `null` when never used. */
  seen_at: Generated<Timestamp | null>;
  /** Time of reauthentication; `null` since the sign-in. */
  proved_at: Generated<Timestamp | null>;
}

/** API tokens by their hash. */
export interface ApiTokensTable {
  id: string;
  name: string;
  token_hash: string;
  /** JSON: permissions. */
  scopes: string;
  /** Person whose data may be read; `null` for an API client. */
  inviter_id: string | null;
  /** Id of the creating admin; `null` for the command line. */
  created_by: Generated<string | null>;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** `null` when never used. */
  seen_at: Timestamp | null;
}

/** Passkeys of the staff (WebAuthn Level 3, 4: credential record). */
export interface StaffPasskeysTable {
  /** Credential id, in base64url. */
  id: string;
  admin_id: string;
  /** Name given by its owner. */
  name: string;
  /** COSE key, in base64url. */
  public_key: string;
  /** Signature counter; always 0 for passkeys without one. */
  counter: number;
  /** JSON: transports, such as `internal`. */
  transports: string;
  created_at: Timestamp;
  /** `null` when never used. */
  used_at: Timestamp | null;
}

/** A colleague with a pending invitation. */
export interface StaffInvitationsTable {
  /** Becomes the id of the account. */
  id: string;
  email: string;
  email_canonical: string;
  staff_group: string;
  /** Language of the mail. */
  locale: string;
  token_hash: string;
  /** Id of the inviting admin. */
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** Addresses of calendar feeds. */
export interface CalendarFeedsTable {
  admin_id: string;
  /** The signed part of the address. */
  id: string;
  created_at: Timestamp;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable;
    audit_entries: AuditEntriesTable;
    audit_heads: AuditHeadsTable;
    audit_people: AuditPeopleTable;
    admins: AdminsTable;
    access_tokens: AccessTokensTable;
    program_tokens: ApiTokensTable;
    staff_passkeys: StaffPasskeysTable;
    staff_invitations: StaffInvitationsTable;
    calendar_feeds: CalendarFeedsTable;
  }
}
