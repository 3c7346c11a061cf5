import type { Generated } from 'kysely';
import type { FieldOption } from '#schemas/generated/forms.ts';
import type { Timestamp } from '#server/platform/database/tables.ts';

/** An inviter: a member, the site itself (`house`), or one released invitation. Invariant: `issued = free + pending + active`. */
export interface InvitersTable {
  id: string;
  kind: 'member' | 'house' | 'invitation';
  state: 'active' | 'blocked';
  /** Shown to guests, as the only data about the inviter. */
  first_name: string | null;
  email_canonical: string | null;
  issued: number;
  free: number;
  pending: number;
  active: number;
  created_at: Timestamp;
  /** Last registration with any of its codes or links; `null` for never. */
  last_used_at: Generated<Timestamp | null>;
}

export interface RegistrationCodesTable {
  /** Canonical form: upper case without hyphens. */
  code: string;
  /** As issued, for display. */
  label: string;
  kind: 'access' | 'generated';
  state: 'active' | 'blocked';
  inviter_id: string;
  /** Landing of the code; `null` for the default one. */
  landing: string | null;
  /** `listed`: rejected from the site's forbidden referrers. `always`: published where it must not be, rejected from everywhere. */
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
  /** As entered. */
  email: string;
  email_canonical: string;
  gender: FieldOption<'gender'>;
  first_name: string;
  last_name: string;
  locale: string;
  country: string;
  code: string;
  inviter_id: string;
  voucher_variant: string | null;
  /** JSON array, or `null` until chosen. */
  preferences: string | null;
  /**
   * Canonical address of another person's account with which this registration was made, where only mails may reveal that (B13). Such a
   * shadow is pending, takes a place and expires like any other, and can change its address; its `email_canonical` is a placeholder, so
   * that it is not found by address, and no link is sent for it. `null` for all other accounts.
   */
  shadow_of: string | null;
  /**
   * Attribution of the activation, as written by the site module (`Attribution`): with id and times after consent to statistics, else
   * variations only. `null` once active.
   */
  attribution: string | null;
  registered_at: Timestamp;
  pending_until: Timestamp;
  activated_at: Timestamp | null;
}

export interface ActivationTokensTable {
  token_hash: string;
  member_id: string | null;
  /** Address that the token was sent to; the token activates no other one. */
  email_canonical: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  /** Set when a newer token was sent. */
  replaced_at: Timestamp | null;
}

/** One row per activation attempt; without the token. */
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
  /** Encrypted JSON. */
  content: string;
  updated_at: Timestamp;
  expires_at: Timestamp;
}

/** Earlier addresses of an account; deleted with it. */
export interface EarlierAddressesTable {
  member_id: string;
  email_canonical: string;
  left_at: Timestamp;
}

export interface NewsletterConsentsTable {
  id: string;
  member_id: string;
  email_canonical: string;
  /** Exact text of the consent. */
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

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    inviters: InvitersTable;
    registration_codes: RegistrationCodesTable;
    generated_links: GeneratedLinksTable;
    members: MembersTable;
    activation_tokens: ActivationTokensTable;
    activation_attempts: ActivationAttemptsTable;
    registration_drafts: RegistrationDraftsTable;
    earlier_addresses: EarlierAddressesTable;
    newsletter_consents: NewsletterConsentsTable;
    policy_acceptances: PolicyAcceptancesTable;
    vouchers: VouchersTable;
    waiting_list: WaitingListTable;
    membership_interest: MembershipInterestTable;
  }
}
