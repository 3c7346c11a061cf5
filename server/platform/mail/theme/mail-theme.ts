import type { MailColours } from '#engine/shared/mail-colours.ts';

export interface ThemeFont {
  /** Font family with fallbacks, in CSS syntax. */
  readonly stack: string;
  readonly family: string;
  /** Embedded font: path from the project's root, and weights. */
  readonly embedded?: { readonly file: string; readonly weights: readonly number[] } | undefined;
}

/** The theme of a mail: the part of the brand that mails show. */
export interface MailTheme {
  readonly day: MailColours;
  readonly night: MailColours;
  /** Background around the mail while images are not loaded. */
  readonly lining: string;
  readonly display: ThemeFont;
  readonly text: ThemeFont;
  /** Image beside the name: path from the project's root. */
  readonly emblem?: string | undefined;
  /** Images of an envelope around the mail: paths from the project's root; without them the mail is a plain sheet. */
  readonly envelope?:
    | { readonly flap: string; readonly lining: string; readonly pocket: string; readonly pocketAtNight: string }
    | undefined;
}

const black = {
  text: 'black',
  mutedText: 'black',
  eyebrow: 'black',
  accent: 'black',
  onAccent: 'white',
  figure: 'black',
  line: 'black',
};
const white = {
  text: 'white',
  mutedText: 'white',
  eyebrow: 'white',
  accent: 'white',
  onAccent: 'black',
  figure: 'white',
  line: 'white',
};

/** Black on white in system fonts, for commands without documents. */
export const plainTheme: MailTheme = {
  day: { ground: 'white', paper: 'white', ...black },
  night: { ground: 'black', paper: 'black', ...white },
  lining: 'white',
  display: { family: 'serif', stack: 'serif' },
  text: { family: 'sans-serif', stack: 'sans-serif' },
};
