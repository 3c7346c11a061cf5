import type { BrandCard, BrandContrast, BrandDocument, BrandFont, BrandLook } from '#schemas/generated/documents.ts';

/** Colours of a time of day by role: each the name of a colour of the brand, or a colour of its own. */
export type Look = Readonly<Required<BrandLook>>;
export type Contrast = Readonly<Required<BrandContrast>>;

/** Colours as `#RRGGBB`. */
export interface Card {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
}

/** Colours as `#RRGGBB`. */
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

export interface MailFont {
  /** Name and the fonts in its place, as CSS writes them. */
  readonly stack: string;
  readonly family: string;
  /** What travels inside of mails; without it they are set in the fonts in its place. */
  readonly embedded?: { readonly file: string; readonly weights: readonly number[] } | undefined;
}

export interface Envelope {
  readonly flap: string;
  readonly lining: string;
  readonly pocket: string;
  readonly pocketAtNight: string;
}

export interface BrandMails {
  /** Name beside the address of the sender. */
  readonly sender?: string | undefined;
  readonly day: MailColours;
  readonly night: MailColours;
  /** Around the paper, while the pictures are not shown. */
  readonly lining: string;
  readonly display: MailFont;
  readonly text: MailFont;
  /** Path from the project's root. */
  readonly emblem?: string | undefined;
  /** Paths from the project's root. */
  readonly envelope?: Envelope | undefined;
}

/** The brand of a site with everything that its document leaves out; colours are `#RRGGBB` unless said otherwise. */
export interface Brand {
  readonly emblem: BrandDocument['emblem'];
  /** By name. */
  readonly colours: Readonly<Record<string, string>>;
  readonly day: Look;
  readonly night: Look;
  readonly moreContrast: { readonly day: Contrast; readonly night: Contrast };
  /** Name of a colour, or a colour of its own. */
  readonly hairline: string;
  readonly fonts: { readonly display: BrandFont; readonly text: BrandFont };
  /** Of the browser around a page. */
  readonly browser: { readonly day: string; readonly ink: string };
  readonly icons: {
    readonly tab: string;
    readonly tabAtNight: string;
    readonly ground: string;
    readonly lines: string;
  };
  /** By the theme of a page. */
  readonly previews: { readonly day: Card; readonly ink: Card };
  /** What lies below transparent parts of pictures. */
  readonly pictureGround: string;
  readonly mails: BrandMails;
  readonly address: Readonly<Record<string, string>>;
}

/** The colour that a part of a brand document means; a name that it does not know stays as it is. */
export const colourOf = (colours: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(colours, value) ? (colours[value] ?? value) : value;

/** Fills in what a brand document leaves out, each from what is nearest to it. */
export function buildBrand(document: BrandDocument): Brand {
  const { emblem, colours, fonts, icons = {}, previews = {}, mails = {}, address = {} } = document;
  const day = lookOf(document.day);
  const night = lookOf(document.night);
  const { hairline = day.accent } = document;
  const hex = (value: string): string => colourOf(colours, value);
  const card = ({ surface, text }: Look, own: BrandCard = {}): Card => ({
    ground: hex(own.ground ?? surface),
    text: hex(own.text ?? text),
    line: hex(own.line ?? hairline),
  });
  const mailColours = (look: Look, line: string | undefined, figure: string | undefined): MailColours => ({
    ground: hex(look.background),
    paper: hex(look.surface),
    text: hex(look.text),
    mutedText: hex(look.mutedText),
    eyebrow: hex(look.eyebrow),
    accent: hex(look.accent),
    onAccent: hex(look.onAccent),
    figure: hex(figure ?? look.accent),
    line: hex(line ?? look.mutedText),
  });
  return {
    emblem,
    colours,
    day,
    night,
    moreContrast: {
      day: contrastOf(day, document.moreContrast?.day),
      night: contrastOf(night, document.moreContrast?.night),
    },
    hairline,
    fonts,
    browser: { day: hex(day.background), ink: hex(night.background) },
    icons: {
      tab: hex(icons.tab ?? day.accent),
      tabAtNight: hex(icons.tabAtNight ?? night.accent),
      ground: hex(icons.ground ?? day.accent),
      lines: hex(icons.lines ?? day.onAccent),
    },
    previews: { day: card(day, previews.day), ink: card(night, previews.night) },
    pictureGround: hex(day.surface),
    mails: {
      sender: mails.sender,
      day: mailColours(day, mails.line, mails.figure),
      night: mailColours(night, mails.lineAtNight, mails.figureAtNight),
      lining: hex(mails.lining ?? day.accentHover),
      display: mailFont(fonts.display, mails.fonts?.display),
      text: mailFont(fonts.text, mails.fonts?.text),
      emblem: mails.emblem,
      envelope: mails.envelope,
    },
    address,
  };
}

function lookOf(look: BrandLook): Look {
  const { background, text, accent, mutedText = text } = look;
  return {
    surface: background,
    eyebrow: mutedText,
    accentHover: accent,
    line: mutedText,
    controlLine: mutedText,
    focus: text,
    selection: background,
    ...look,
    mutedText,
  };
}

const contrastOf = ({ text }: Look, own: BrandContrast = {}): Contrast => ({
  line: text,
  controlLine: text,
  mutedText: text,
  eyebrow: text,
  ...own,
});

function mailFont({ family, similar, similarInMails = similar }: BrandFont, embedded: MailFont['embedded']): MailFont {
  const stack = [family, ...similarInMails].map((name) => (name.includes(' ') ? `'${name}'` : name)).join(',');
  return { family, stack, embedded };
}
