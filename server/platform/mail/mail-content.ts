/** What a mail says, before it becomes HTML and text. All strings are plain text in the recipient's language. */
export interface MailContent {
  readonly subject: string;
  /** First line that mail programs show beside the subject. */
  readonly preheader: string;
  readonly headline: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A code to copy, with its label. */
  readonly code?: { readonly label: string; readonly value: string };
  readonly button?: { readonly label: string; readonly url: string };
  /** Short facts under the button. */
  readonly facts: readonly string[];
  /** Quiet words at the end, such as what to do when it was somebody else. */
  readonly note?: string;
}

/** What frames every mail. */
export interface MailFrame {
  readonly locale: string;
  readonly site: string;
  readonly closing: string;
  readonly fallback: string;
  readonly reason: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
