/** Colours of a mail in CSS syntax. */
export interface MailColours {
  readonly ground: string;
  readonly paper: string;
  readonly text: string;
  readonly mutedText: string;
  readonly eyebrow: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly figure: string;
  readonly line: string;
}
