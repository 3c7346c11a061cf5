import { buildEmblemDrawing } from '#engine/compile/build-emblem-drawing.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';

/** The emblem of a brand as SVG in a box whose top left corner is at (`x`, `y`); `size` and `stroke` are pixels. */
export function drawEmblem(emblem: Brand['emblem'], { x, y, size, stroke, colour }: EmblemStyle): string {
  const scale = size / emblem.size;
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${stroke / scale}">${buildEmblemDrawing(emblem).shapes}</g>`;
}

export interface EmblemStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly stroke: number;
  readonly colour: string;
}
