/**
 * The tables as Kysely sees them. Rules that hold on both engines: ids and times are text (times ISO 8601 in UTC with
 * milliseconds, written by the application), yes and no are the integers 1 and 0, JSON is text.
 */

/** An ISO 8601 time in UTC such as `2026-11-20T10:00:00.000Z`; sorts as text. */
export type Timestamp = string;
/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;

/** Whoever invites: a member, the house itself, or one released invitation. `issued = free + pending + active` always. */
export interface InvitersTable {
  id: string;
  kind: 'member' | 'house' | 'invitation';
  state: 'active' | 'blocked';
  /** Shown to the invited person; nothing else about the inviter ever is. */
  first_name: string | null;
  email_canonical: string | null;
  issued: number;
  free: number;
  pending: number;
  active: number;
  created_at: Timestamp;
}

export interface RegistrationCodesTable {
  /** Canonical form: upper case without hyphens. */
  code: string;
  /** As it was handed out, for people to read. */
  label: string;
  kind: 'access' | 'generated';
  state: 'active' | 'blocked';
  inviter_id: string;
  /** Landing document this code opens; `null` for the default one. */
  landing: string | null;
  /** `listed`: refused from the site's forbidden referrers. `always`: published where it must not be, refused from everywhere. */
  referrer_ban: 'none' | 'listed' | 'always';
  expires_at: Timestamp | null;
  created_at: Timestamp;
}

export interface GeneratedLinksTable {
  code: string;
  base_code: string;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface MembersTable {
  id: string;
  state: 'pending' | 'active';
  /** As typed. */
  email: string;
  email_canonical: string;
  gender: 'woman' | 'man';
  first_name: string;
  last_name: string;
  locale: string;
  country: string;
  code: string;
  inviter_id: string;
  voucher_variant: string | null;
  /** JSON array, or `null` until chosen. */
  preferences: string | null;
  registered_at: Timestamp;
  pending_until: Timestamp;
  activated_at: Timestamp | null;
}

export interface ActivationTokensTable {
  token_hash: string;
  member_id: string | null;
  /** The address this token was mailed to; a token never activates another one. */
  email_canonical: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  /** Set when a newer token was mailed. */
  replaced_at: Timestamp | null;
}

/** One row per press on the activation page; holds no token. */
export interface ActivationAttemptsTable {
  id: string;
  member_id: string | null;
  outcome: 'active' | 'already-active' | 'pending' | 'failed' | 'not-found';
  at: Timestamp;
}

export interface RegistrationDraftsTable {
  /** SHA-256 of the session cookie. */
  session_hash: string;
  email_canonical: string | null;
  /** Sealed JSON. */
  content: string;
  updated_at: Timestamp;
  expires_at: Timestamp;
}

export interface NewsletterConsentsTable {
  id: string;
  member_id: string;
  email_canonical: string;
  /** The exact words that were agreed to. */
  text: string;
  version: string;
  locale: string;
  given_at: Timestamp;
  confirmed_at: Timestamp | null;
}

export interface PolicyAcceptancesTable {
  id: string;
  member_id: string;
  policy: 'terms' | 'privacy';
  version: string;
  country: string;
  locale: string;
  accepted_at: Timestamp;
}

export interface VouchersTable {
  id: string;
  member_id: string;
  variant: string;
  code: string;
  percent: number;
  /** Minor units; `null` without a minimum order value. */
  minimum_order: number | null;
  currency: string | null;
  issued_at: Timestamp;
  valid_until: Timestamp;
}

export interface OutboxTable {
  id: string;
  message_id: string;
  template: string;
  locale: string;
  recipient: string;
  /** Subject and bodies, sealed: they carry names and links that work. `null` once the mail has left. */
  content: string | null;
  status: 'queued' | 'sending' | 'sent' | 'kept' | 'dead';
  attempts: number;
  next_attempt_at: Timestamp;
  lease_until: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
}

export interface WaitingListTable {
  id: string;
  email: string;
  email_canonical: string;
  locale: string;
  country: string | null;
  state: 'joined' | 'invited';
  joined_at: Timestamp;
  invited_at: Timestamp | null;
  invitation_code: string | null;
}

export interface MembershipInterestTable {
  id: string;
  email: string;
  email_canonical: string;
  locale: string;
  country: string | null;
  applied_at: Timestamp;
}

export interface IdempotencyKeysTable {
  key: string;
  /** SHA-256 over the body, to tell a retry from another request. */
  fingerprint: string;
  member_id: string | null;
  /** JSON of the outcome; holds no token and no address. */
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

export interface AuditLogTable {
  id: string;
  at: Timestamp;
  actor: string;
  action: string;
  subject: string | null;
  /** JSON. */
  details: string | null;
}

export interface ExposuresTable {
  id: string;
  anonymous_id: string;
  session_id: string;
  experiment: string;
  variation: string;
  /** Whether the visitor had agreed to statistics; without it the row lives as long as the session. */
  consented: Flag;
  /** JSON of the attributes the assignment used. */
  attributes: string;
  evaluated_at: Timestamp;
}

export interface AdminsTable {
  id: string;
  email: string;
  email_canonical: string;
  name: string;
  /** Encoded argon2id hash; `null` for accounts that sign in by OpenID Connect. */
  password_hash: string | null;
  oidc_subject: string | null;
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
}

/** Visitors who were given an arm, whoever they are. */
export interface ExposureCountsTable {
  experiment: string;
  variation: string;
  locale: string;
  /** Begin of the hour. */
  hour: Timestamp;
  visitors: number;
}

/** Something a visitor did who agreed to statistics. */
export interface ConversionsTable {
  id: string;
  anonymous_id: string;
  event: string;
  at: Timestamp;
}

/** What visitors of an arm did, whoever they are. */
export interface ConversionCountsTable {
  experiment: string;
  variation: string;
  event: string;
  /** Begin of the hour. */
  hour: Timestamp;
  conversions: number;
}

export interface Tables {
  inviters: InvitersTable;
  registration_codes: RegistrationCodesTable;
  generated_links: GeneratedLinksTable;
  members: MembersTable;
  activation_tokens: ActivationTokensTable;
  activation_attempts: ActivationAttemptsTable;
  registration_drafts: RegistrationDraftsTable;
  newsletter_consents: NewsletterConsentsTable;
  policy_acceptances: PolicyAcceptancesTable;
  vouchers: VouchersTable;
  outbox: OutboxTable;
  waiting_list: WaitingListTable;
  membership_interest: MembershipInterestTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  audit_log: AuditLogTable;
  exposures: ExposuresTable;
  exposure_counts: ExposureCountsTable;
  conversions: ConversionsTable;
  conversion_counts: ConversionCountsTable;
  admins: AdminsTable;
  access_tokens: AccessTokensTable;
}
