import type { Generated } from 'kysely';
import type { Timestamp } from '#server/platform/database/tables.ts';

export interface AuditLogTable {
  id: string;
  at: Timestamp;
  actor: string;
  action: string;
  subject: string | null;
  /** JSON. */
  details: string | null;
}

export interface AdminsTable {
  id: string;
  email: string;
  email_canonical: string;
  name: string;
  /** Encoded argon2id hash; `null` for accounts that sign in by OpenID Connect. */
  password_hash: string | null;
  oidc_subject: string | null;
  /** See `permissionsOfGroup`. */
  staff_group: Generated<string>;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
}

/** Whoever signed in, by the hash of the token that proves it. */
export interface AccessTokensTable {
  token_hash: string;
  role: 'member' | 'inviter' | 'admin';
  /** Id of the admin or member. */
  subject: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** `null` for one that no request has brought back yet. */
  seen_at: Generated<Timestamp | null>;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable;
    admins: AdminsTable;
    access_tokens: AccessTokensTable;
  }
}
