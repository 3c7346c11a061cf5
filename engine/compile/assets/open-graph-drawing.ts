import { Mistake } from '#engine/base/errors.ts';
import type { Brand, Card } from '#engine/documents/brand/brand.ts';
import { balanceLines } from './balance-lines.ts';
import { asPicture } from './derive-image.ts';
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

/** Size of link previews that all large networks show uncropped. */
export const openGraphSize = { width: 1200, height: 630 } as const;

const card = { x: 64, y: 64, width: 700, height: 502 } as const;
/** The emblem once more, large on the picture, half behind the card. */
const rings = { x: 458, y: 20, size: 690 } as const;
const padding = 56;
const innerHairline = 14;
const lineHeight = 1.1;
const largestSize = 76;
const smallestSize = 34;
const tracking = -0.015;
/** Room for the title between the name above and the card's lower edge. */
const titleHeight = card.height - 2 * padding - 76;

/** A paper card with emblem, name and title on a picture of 1200 × 630 pixels, as JPEG. */
export function drawOpenGraph(picture: Pixels, text: OpenGraphCard, outliner: TextOutliner): Promise<Buffer> {
  return asPicture(picture)
    .composite([{ input: Buffer.from(cardDrawing(text, outliner)) }])
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function cardDrawing(
  { title, siteName, language, colours: { ground, text, line }, emblem }: OpenGraphCard,
  outliner: TextOutliner,
): string {
  const left = card.x + padding;
  const top = card.y + padding;
  const { size, lines } = fitTitle(title, language, outliner);
  const lastBaseline = card.y + card.height - padding - size * 0.24;
  const baseline = (index: number): number => lastBaseline - (lines.length - 1 - index) * size * lineHeight;
  const style = { size, tracking };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${openGraphSize.width}" height="${openGraphSize.height}">`,
    drawEmblem(emblem, { ...rings, stroke: 1.75, colour: line }),
    `<rect x="${card.x}" y="${card.y}" width="${card.width}" height="${card.height}" fill="${ground}"/>`,
    `<rect x="${card.x + innerHairline}" y="${card.y + innerHairline}" width="${card.width - 2 * innerHairline}" height="${card.height - 2 * innerHairline}" fill="none" stroke="${line}"/>`,
    drawEmblem(emblem, { x: left - 3, y: top - 6, size: 52, stroke: 2, colour: line }),
    `<g fill="${text}">`,
    outliner.outline(siteName, language, { size: 32, tracking: 0.005 }, left + 66, top + 31),
    ...lines.map((words, index) => outliner.outline(words, language, style, left, baseline(index))),
    '</g></svg>',
  ].join('');
}

/** The largest size at which the balanced title fits the card. Throws when not even the smallest one does. */
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
  throw new Mistake(
    `The title "${title}" does not fit the link preview at ${smallestSize} px. Shorten it, or put soft hyphens into its long words.`,
  );
}
