/**
 * The emblem: two hairline circles, one inside the other, that touch at twelve. Drawn in a box of 48 units whose top left corner is at
 * (`x`, `y`); `size` and `stroke` are pixels.
 */
export function emblem({ x, y, size, stroke, colour }: EmblemStyle): string {
  const scale = size / 48;
  const circles = '<circle cx="24" cy="24" r="21"/><circle cx="24" cy="16.5" r="13.5"/>';
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="${stroke / scale}">${circles}</g>`;
}

export interface EmblemStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly stroke: number;
  readonly colour: string;
}
