import type { Generated } from 'kysely';
import type { FieldOption } from '#schemas/generated/forms.ts';
import type { Timestamp } from '#server/platform/database/tables.ts';

/** The inviter: a member, the site itself (`house`), or one released invitation. `issued = free + pending + active` always. */
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
  /** When a visitor last registered with one of its codes or links; `null` for never. */
  last_used_at: Generated<Timestamp | null>;
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
   * The canonical address of another person's account that this registration was made with where only the mail may say so (B13). Such
   * a shadow waits, takes a place and expires like any other, and moves on to another address; its `email_canonical` is not an address,
   * so that nothing finds it by one, and no link is ever mailed for it. `null` for every other account.
   */
  shadow_of: string | null;
  /**
   * What experiments credit the activation to, as the site module wrote it (`Attribution`): where the visitor agreed to statistics with
   * an id and times, else the variations alone. `null` once the account is active.
   */
  attribution: string | null;
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

/** Addresses that an account was registered with before it changed them; they go with the account. */
export interface EarlierAddressesTable {
  member_id: string;
  email_canonical: string;
  left_at: Timestamp;
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
