import type { SiteDocument } from '#schemas/generated/documents.ts';
import type { MailTheme } from './theme/mail-theme.ts';

/** What a mail says, before it becomes HTML and text. All strings are plain text in the recipient's language. */
export interface MailContent {
  readonly subject: string;
  /** First line that mail programs show beside the subject. */
  readonly preheader: string;
  readonly headline: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly code?: MailCode;
  readonly button?: { readonly label: string; readonly url: string };
  /** Short facts under the button. */
  readonly facts: readonly string[];
  /** Quiet words at the end, such as what to do when it was another person. */
  readonly note?: string;
  /** Why the recipient gets it. */
  readonly reason: string;
}

/** A code to copy, between two lines. */
export interface MailCode {
  readonly label: string;
  readonly value: string;
  /** What it is worth, in large type. */
  readonly figure?: string;
  /** On which terms it holds. */
  readonly terms?: readonly string[];
}

/** What frames every mail. */
export interface MailFrame {
  readonly theme: MailTheme;
  readonly locale: string;
  readonly site: string;
  readonly closing: string;
  /** Under a mail with a button: what to do when it does not open; `{link}` stands for the words of `fallbackLink`. */
  readonly fallback: string;
  readonly fallbackLink: string;
  /** Who the sender is, as a business letter says it, line by line. */
  readonly imprint: readonly string[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** What is in the foot of a mail, as the site document says it, and what mails look like. */
export interface MailBranding {
  readonly theme: MailTheme;
  readonly organization: Pick<
    SiteDocument['organization'],
    'legalName' | 'address' | 'managers' | 'register' | 'vatId'
  >;
  /** Absolute URLs of the links of these names, where there are any. */
  readonly links: Readonly<Partial<Record<'imprint' | 'privacy' | 'service', string>>>;
}

export interface RenderedMail {
  readonly subject: string;
  /** Without its images and fonts, which travel beside it; see `inline-attachments.ts`. */
  readonly html: string;
  readonly text: string;
  /** Address that answers go to; the sender's when left out. */
  readonly replyTo?: string;
}
