import type {
  BrandCard,
  BrandContrast,
  BrandDocument,
  BrandFont,
  BrandLook,
  SiteDocument,
} from '#schemas/generated/documents.ts';
import type { MailColours } from '#engine/shared/mail-colours.ts';

/** Colours of a theme by role: the name of a brand colour, or a colour value. */
export type Look = Readonly<Required<BrandLook>>;
export type Contrast = Readonly<Required<BrandContrast>>;

/** Colours as `#RRGGBB`. */
export interface Card {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
}

export interface MailFont {
  /** Name and fallbacks, in CSS notation. */
  readonly stack: string;
  readonly family: string;
  /** Font embedded in mails; without it they use the fallbacks. */
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
  /** Background around the mail while images are not loaded. */
  readonly lining: string;
  readonly display: MailFont;
  readonly text: MailFont;
  /** Path from the project's root. */
  readonly emblem?: string | undefined;
  /** Paths from the project's root. */
  readonly envelope?: Envelope | undefined;
}

/** The brand of a site with all defaults; colours are `#RRGGBB` unless stated otherwise. */
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
  /** Colour of the browser's chrome. */
  readonly browser: { readonly day: string; readonly ink: string };
  readonly icons: {
    readonly tab: string;
    readonly tabAtNight: string;
    readonly ground: string;
    readonly lines: string;
  };
  /** By the theme of a page. */
  readonly previews: { readonly day: Card; readonly ink: Card };
  /** Background of transparent parts of images. */
  readonly imageGround: string;
  readonly mails: BrandMails;
  readonly address: Readonly<Record<string, string>>;
}

/** A brand of some pages, with what it states in place of the site document. */
export interface FurtherBrand {
  readonly brand: Brand;
  readonly file: string;
  readonly config: Pick<BrandDocument, 'organization' | 'image' | 'links'> &
    Partial<Pick<SiteDocument, 'name' | 'shortName'>>;
  /** Target of the wordmark. */
  readonly home?: string | undefined;
}

/** Resolves a colour of a brand document; an unknown name is returned unchanged. */
export const resolveColour = (colours: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(colours, value) ? (colours[value] ?? value) : value;

/** Adds the defaults of a brand document, each derived from the most closely related value. */
export function buildBrand(document: BrandDocument): Brand {
  const { emblem, colours, fonts, icons = {}, previews = {}, mails = {}, address = {} } = document;
  const day = buildLook(document.day);
  const night = buildLook(document.night);
  const { hairline = day.accent } = document;
  const hex = (value: string): string => resolveColour(colours, value);
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
      day: toContrast(day, document.moreContrast?.day),
      night: toContrast(night, document.moreContrast?.night),
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
    imageGround: hex(day.surface),
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

/** @param file path of the document, for messages */
export function buildFurtherBrand(document: BrandDocument, file: string): FurtherBrand {
  const { name, shortName = name, organization, image, links, home } = document;
  const config = {
    ...(name !== undefined && { name }),
    ...(shortName !== undefined && { shortName }),
    ...(organization !== undefined && { organization }),
    ...(image !== undefined && { image }),
    ...(links !== undefined && { links }),
  };
  return { brand: buildBrand(document), file, config, home };
}

function buildLook(look: BrandLook): Look {
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

const toContrast = ({ text }: Look, own: BrandContrast = {}): Contrast => ({
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
