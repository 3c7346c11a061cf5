import { UserError } from '#engine/shared/errors.ts';
import { getDirection } from '#engine/shared/languages.ts';
import type { Brand, Card } from '#engine/documents/brand/brand.ts';
import { balanceLines } from './balance-lines.ts';
import { asImage } from './derive-image.ts';
import { drawEmblem } from './emblem.ts';
import type { Pixels } from './grade.ts';
import type { TextOutliner } from './text-outline.ts';

export interface OpenGraphCard {
  readonly title: string;
  readonly siteName: string;
  /** BCP 47 tag of the title. */
  readonly language: string;
  readonly colours: Card;
  readonly emblem: Brand['emblem'];
}

/** Size of link previews that all large networks show without cropping. */
export const openGraphSize = { width: 1200, height: 630 } as const;

const card = { x: 64, y: 64, width: 700, height: 502 } as const;
/** The emblem again, large on the image, half behind the card. */
const rings = { x: 458, y: 20, size: 690 } as const;
const padding = 56;
const innerHairline = 14;
const lineHeight = 1.1;
const largestSize = 76;
const smallestSize = 34;
const tracking = -0.015;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Space for the title between the name and the card's lower edge. */
const titleHeight = card.height - 2 * padding - 76;

/**
 * A card with emblem, name and title on an image of 1200 × 630 pixels, as JPEG; mirrored for a right-to-left language. If the font
 * lacks letters of name or title, the card has neither: the rule "font-letters" reports them.
 *
 * @throws UserError if the title does not fit, or has a character that the font lacks
 */
export function drawOpenGraph(image: Pixels, text: OpenGraphCard, outliner: TextOutliner): Promise<Buffer> {
  return (
    asImage(image)
      .composite([{ input: Buffer.from(cardDrawing(text, outliner)) }])
      // As many bytes as from MozJPEG in quality 82, which takes nine times as long.
      .jpeg({ quality: 78, quantisationTable: 3, chromaSubsampling: '4:4:4' })
      .toBuffer()
  );
}

function cardDrawing(
  { title, siteName, language, colours: { ground, text, line }, emblem }: OpenGraphCard,
  outliner: TextOutliner,
): string {
  const isRightToLeft = getDirection(language) === 'rtl';
  /** Left edge of an element of this width at `inset` from the card's outer side. */
  const at = (inset: number, width: number): number =>
    isRightToLeft ? openGraphSize.width - card.x - inset - width : card.x + inset;
  const top = card.y + padding;
  const square = { x: at(0, card.width), y: card.y, width: card.width, height: card.height };
  const hairline = { x: square.x + innerHairline, y: square.y + innerHairline };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${openGraphSize.width}" height="${openGraphSize.height}">`,
    drawEmblem(emblem, { ...rings, x: at(rings.x - card.x, rings.size), stroke: 1.75, colour: line }),
    `<rect x="${square.x}" y="${square.y}" width="${square.width}" height="${square.height}" fill="${ground}"/>`,
    `<rect x="${hairline.x}" y="${hairline.y}" width="${square.width - 2 * innerHairline}" height="${square.height - 2 * innerHairline}" fill="none" stroke="${line}"/>`,
    drawEmblem(emblem, { x: at(padding - 3, 52), y: top - 6, size: 52, stroke: 2, colour: line }),
    ...(hasLetters() ? [`<g fill="${text}">`, ...words(), '</g>'] : []),
    '</svg>',
  ].join('');

  function hasLetters(): boolean {
    for (const each of [siteName, title]) {
      const lacking = outliner.lackingIn(each);
      if (lacking.some((character) => LETTER.test(character))) return false;
      if (lacking[0] !== undefined)
        throw new UserError(
          `The text "${each}" has the character "${lacking[0]}", which the display font does not have. Write it without that character.`,
        );
    }
    return true;
  }

  function words(): readonly string[] {
    const { size, lines } = fitTitle(title, language, outliner);
    const lastBaseline = card.y + card.height - padding - size * 0.24;
    const baseline = (index: number): number => lastBaseline - (lines.length - 1 - index) * size * lineHeight;
    const name = { size: 32, tracking: 0.005 };
    const nameAt = at(padding + 66, outliner.width(siteName, language, name));
    return [
      outliner.outline(siteName, language, name, nameAt, top + 31),
      ...lines.map((each, index) => {
        const style = { size, tracking };
        return outliner.outline(
          each,
          language,
          style,
          at(padding, outliner.width(each, language, style)),
          baseline(index),
        );
      }),
    ];
  }
}

/** The largest size at which the balanced title fits the card. Throws if even the smallest one does not fit. */
function fitTitle(
  title: string,
  language: string,
  outliner: TextOutliner,
): { readonly size: number; readonly lines: readonly string[] } {
  const width = card.width - 2 * padding;
  for (let size = largestSize; size >= smallestSize; size -= 2) {
    const lines = balanceLines(title, width, (line) => outliner.width(line, language, { size, tracking }));
    if (lines !== null && lines.length * size * lineHeight <= titleHeight) return { size, lines };
  }
  throw new UserError(
    `The title "${title}" does not fit the link preview at ${smallestSize} px. Shorten it, or put soft hyphens into its long words.`,
  );
}
