import { readFileSync } from 'node:fs';

/**
 * What a letter brings along. Pictures travel inside the mail (RFC 2392) instead of being fetched from the site: mail programs that block
 * remote pictures show them, a letter still has them when the site's files have long changed, and nobody learns that it was opened.
 * The outbox keeps the HTML alone; both are added as a mail leaves.
 */
const types = {
  'emblem.png': 'image/png',
  'flap.png': 'image/png',
  'lining.jpg': 'image/jpeg',
  'pocket-night.png': 'image/png',
  'pocket.png': 'image/png',
} as const;

export type LetterPicture = keyof typeof types;

/** A picture as a part of the mail that shows it. */
export interface Enclosure {
  readonly cid: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Stands where the rules of the house's fonts go. */
export const fontPlace = '/*fonts*/';

const enclosures = Object.entries(types).map(([filename, contentType]): Enclosure => ({
  cid: contentId(filename),
  filename,
  contentType,
  content: read(`./${filename}`),
}));

/** The faces of the house with the letters of all seven languages (SIL Open Font License, beside them). */
const fontRules = [
  fontRule('Bodoni Moda', '400', 'bodoni-moda'),
  fontRule('Instrument Sans', '400 500', 'instrument-sans'),
].join('\n');

function fontRule(family: string, weight: string, file: string): string {
  const data = read(`./${file}.woff2`).toString('base64');
  return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
}

/** Address of a picture in the HTML of a letter. */
export const pictureUrl = (picture: LetterPicture): string => `cid:${contentId(picture)}`;

function read(file: string): Buffer {
  return readFileSync(new URL(file, import.meta.url));
}

function contentId(filename: string): string {
  return `${filename}@letter`;
}

/** The HTML as it is sent, and the pictures it shows. */
export function enclose(html: string): { readonly html: string; readonly pictures: readonly Enclosure[] } {
  return { html: withFonts(html), pictures: enclosures.filter(({ cid }) => html.includes(`cid:${cid}`)) };
}

/** The HTML with everything in it, for a browser. */
export function selfContained(html: string): string {
  return enclosures.reduce(
    (page, { cid, contentType, content }) =>
      page.replaceAll(`cid:${cid}`, () => `data:${contentType};base64,${content.toString('base64')}`),
    withFonts(html),
  );
}

function withFonts(html: string): string {
  return html.replace(fontPlace, () => fontRules);
}
