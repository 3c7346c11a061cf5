import type { SiteDocument } from '#schemas/generated/documents.ts';
import type { MailTheme } from './theme/mail-theme.ts';

/** Content of a mail, before it is rendered. Plain text in the recipient's language. */
export interface MailContent {
  readonly subject: string;
  /** Preview line that mail clients show beside the subject. */
  readonly preheader: string;
  readonly headline: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly code?: MailCode;
  readonly button?: { readonly label: string; readonly url: string };
  /** Short facts below the button. */
  readonly facts: readonly string[];
  /** A note at the end, such as what to do when another person caused the mail. */
  readonly note?: string;
  /** Why the recipient gets the mail. */
  readonly reason: string;
}

/** A code to copy, set apart by lines. */
export interface MailCode {
  readonly label: string;
  readonly value: string;
  /** Its value, in large type. */
  readonly figure?: string;
  /** Terms of the code. */
  readonly terms?: readonly string[];
}

/** The frame of all mails. */
export interface MailFrame {
  readonly theme: MailTheme;
  readonly locale: string;
  readonly site: string;
  readonly closing: string;
  /** Below a mail with a button: fallback when it does not open; `{link}` is replaced by `fallbackLink`. */
  readonly fallback: string;
  readonly fallbackLink: string;
  /** The sender's imprint, line by line. */
  readonly imprint: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** Footer content from the site document, and the theme. */
export interface MailBranding {
  readonly theme: MailTheme;
  /** Display name of the sender, if it is not that of the site. */
  readonly senderName?: string;
  readonly organization: Pick<
    SiteDocument['organization'],
    'legalName' | 'address' | 'managers' | 'register' | 'vatId'
  >;
  /** Absolute URLs of these links, where they exist. */
  readonly links: Readonly<Partial<Record<'imprint' | 'privacy' | 'service', string>>>;
}

export interface RenderedMail {
  readonly subject: string;
  /** Without images and fonts, which are attached; see `inline-attachments.ts`. */
  readonly html: string;
  readonly text: string;
  /** Reply-to address; default: the sender. */
  readonly replyTo?: string;
  /** Display name of the sender; default: that of the site. */
  readonly senderName?: string;
}
