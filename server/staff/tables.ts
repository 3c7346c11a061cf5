import type { Generated } from 'kysely';
import type { Timestamp } from '#server/platform/database/tables.ts';

/** What earlier releases noted. */
export interface AuditLogTable {
  id: string;
  at: Timestamp;
  actor: string;
  action: string;
  subject: string | null;
  /** JSON. */
  details: string | null;
}

/** Rows that the database neither changes nor forgets, but for months that are closed; see `linkHash`. */
export interface AuditEntriesTable {
  chain: AuditChain;
  /** From 1 in each chain, without a gap. */
  seq: number;
  id: string;
  /** Of `at`, such as `2026-11`. */
  month: string;
  /** Never earlier than that of the entry before. */
  at: Timestamp;
  actor: string;
  action: string;
  /** Where the request came from, as a block of addresses: `192.0.2.0/24`; `null` for what no request asked for. */
  network: string | null;
  /** Id of what it was done to, where that is not a person. */
  subject: string | null;
  /** Whom it is about, by a name that `audit_people` alone explains. */
  person: string | null;
  /** JSON of `before`, `after` and `details`. */
  details: string | null;
  /** The same where it names the person, sealed with the key of `audit_people`. */
  sealed: string | null;
  /** Id of the key that `hash` was made with. */
  key: string;
  /** Over this entry and the hash of the one before. */
  hash: string;
}

/** Deeds stay for years, attempts of strangers for months. */
export type AuditChain = 'deeds' | 'attempts';

/** What is left of a month whose entries went: where it stood in its chain, signed. */
export interface AuditHeadsTable {
  chain: AuditChain;
  month: string;
  first_seq: number;
  last_seq: number;
  entries: number;
  /** Hash of the entry before the month; empty for the first of all. */
  previous: string;
  /** Hash of its last entry. */
  hash: string;
  last_at: Timestamp;
  closed_at: Timestamp;
  key: string;
  signature: string;
}

/** Whom entries are about. An erasure deletes the row, and with it the only key to what they say. */
export interface AuditPeopleTable {
  person: string;
  /** Id by which other tables know the person. */
  subject: string;
  /** Key for `AuditEntriesTable.sealed`, sealed. */
  secret: string;
  created_at: Timestamp;
}

export interface AdminsTable {
  id: string;
  email: string;
  email_canonical: string;
  name: string;
  /** Encoded argon2id hash; `null` for accounts that sign in by OpenID Connect. */
  password_hash: string | null;
  oidc_subject: string | null;
  /** See `getPermissions`. */
  staff_group: Generated<string>;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
}

/** Who signed in, by the hash of the token that proves it. */
export interface AccessTokensTable {
  token_hash: string;
  role: 'member' | 'admin';
  /** Id of the admin or member. */
  subject: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** `null` for one that no request has brought back yet. */
  seen_at: Generated<Timestamp | null>;
  /** When its admin signed in once more to confirm something; `null` since the sign-in itself. */
  proved_at: Generated<Timestamp | null>;
}

/** What a program brings, by the hash of its token. */
export interface ApiTokensTable {
  id: string;
  name: string;
  token_hash: string;
  /** JSON: names of permissions. */
  scopes: string;
  /** The person to whom belongs what it reads; `null` for a program. */
  inviter_id: string | null;
  /** Id of the admin who made it; `null` for one of the command line. */
  created_by: Generated<string | null>;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** `null` for one that nobody has brought yet. */
  seen_at: Timestamp | null;
}

/** Passkeys of the staff (WebAuthn Level 3, 4: credential record). */
export interface StaffPasskeysTable {
  /** Credential id, in base64url. */
  id: string;
  admin_id: string;
  /** What its owner calls it. */
  name: string;
  /** COSE key, in base64url. */
  public_key: string;
  /** Of signatures; 0 for good where a passkey counts none. */
  counter: number;
  /** JSON: how browsers reach it, such as `internal`. */
  transports: string;
  created_at: Timestamp;
  /** `null` for one that nobody has signed in with yet. */
  used_at: Timestamp | null;
}

/** A colleague who was invited by mail and has no account yet. */
export interface StaffInvitationsTable {
  /** Of the account, too, once it exists. */
  id: string;
  email: string;
  email_canonical: string;
  staff_group: string;
  /** Language of the mail. */
  locale: string;
  token_hash: string;
  /** Id of the admin who vouches for the colleague. */
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
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
  }
}
