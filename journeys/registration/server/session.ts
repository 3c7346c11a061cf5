import type { NewsletterWords } from '#journeys/registration/server/outcomes.ts';
import type { AddressFact, OpenedTokens, OpenRegistration, TokenPurpose, VoucherFact } from '../decide/facts.ts';

/** What a registration or a request needs from one page to the next; the names stay what they are while cookies have them. */
export interface RegistrationSession {
  /** Opens the draft of a flow with several steps. */
  readonly draft?: string;
  /** The flow that the draft is of; absent in sessions of an older release. */
  readonly flow?: string;
  /** Names of the steps that were sent; absent in sessions of an older release. */
  readonly steps?: readonly string[];
  /** What the first step's page said: the newsletter's words and its voucher. */
  readonly offer?: Offer;
  /** The right to watch, change and resend a registration, and its address as typed. */
  readonly registration?: { readonly handle: string; readonly email: OpenRegistration['email'] };
  /** The sign-in at a provider that this browser has begun (S4). */
  readonly signIn?: string;
  /** An activation token that failed: enough to have the mail sent once more. */
  readonly failedToken?: string;
  /** An address that this visitor typed and knows to have an account that waits: enough for the same. The newer of the two counts, the other is empty. */
  readonly waiting?: string;
  readonly voucher?: VoucherFact;
  /** Anyone who activated an account, or learned that the one of an address is active, sees the page that says so (R16). */
  readonly active?: true;
  /** The application for membership that this visitor sent. */
  readonly applied?: AddressFact;
  /** What came of tokens that this visitor used (G1), so that the token itself need not stay in an address. */
  readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
  /** Tokens that this visitor opened a page with (G1); each counts for as long as it would be valid itself. */
  readonly opened?: OpenedTokens;
}

/** What a page with a registration form says beside it. */
export interface Offer {
  readonly newsletter: NewsletterWords;
  /** Name of the voucher that the document promises; of an older release perhaps. */
  readonly voucher: string | null;
  /** The landing that promised it; absent in sessions of an older release. */
  readonly landing?: string | null;
  /** Only codes that lead to this landing bring the voucher. */
  readonly boundTo?: string | null;
}

declare module '#server/site/sessions/session.ts' {
  interface Session extends RegistrationSession {}
}
