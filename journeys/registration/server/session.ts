import type { NewsletterTexts } from '#journeys/registration/server/outcomes.ts';
import type { AddressFact, OpenedTokens, OpenRegistration, TokenPurpose, VoucherFact } from '../decide/facts.ts';

/** Session values of registrations and applications; names must stay readable in existing cookies. */
export interface RegistrationSession {
  /** Id of the draft of a multi-step flow. */
  readonly draft?: string;
  /** Flow of the draft; absent in sessions of older releases. */
  readonly flow?: string;
  /** Names of the submitted steps; absent in sessions of older releases. */
  readonly steps?: readonly string[];
  /** Offer of the first step's page: newsletter text and voucher. */
  readonly offer?: Offer;
  /** Handle of a registration, and its address as entered. */
  readonly registration?: { readonly handle: string; readonly email: OpenRegistration['email'] };
  /** Sign-in at a provider that this browser began (S4). */
  readonly signIn?: string;
  /** A failed activation token, which allows resending the mail. */
  readonly failedToken?: string;
  /** Address of a pending account as entered by the visitor, which allows the same. Of these two only the newer one is set. */
  readonly waiting?: string;
  readonly voucher?: VoucherFact;
  /** Whether the visitor activated an account, or was shown that one is active; they see the page that says so (R16). */
  readonly active?: true;
  /** The visitor's application for membership. */
  readonly applied?: AddressFact;
  /** Results of used tokens (G1), so that the token can be removed from the address. */
  readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
  /** Tokens that opened a page for the visitor (G1), until their expiry. */
  readonly opened?: OpenedTokens;
}

/** Offer of a page with a registration form. */
export interface Offer {
  readonly newsletter: NewsletterTexts;
  /** Name of the promised voucher, possibly of an older release. */
  readonly voucher: string | null;
  /** Landing that promised it; absent in sessions of older releases. */
  readonly landing?: string | null;
  /** Limits the voucher to codes of this landing. */
  readonly boundTo?: string | null;
}

declare module '#server/site/sessions/session.ts' {
  interface Session extends RegistrationSession {}
}
