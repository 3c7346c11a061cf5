import { escapeAttribute } from '#engine/shared/escape.ts';
import type { Drawing } from '#engine/block-kit/icons.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';

/** The emblem of a brand as lines without a colour. */
export const buildEmblemDrawing = ({ size, lines }: Brand['emblem']): Drawing => ({
  viewBox: `0 0 ${size} ${size}`,
  shapes: lines
    .map((line) =>
      'path' in line
        ? `<path d="${escapeAttribute(line.path)}"/>`
        : `<circle cx="${line.x}" cy="${line.y}" r="${line.radius}"/>`,
    )
    .join(''),
});
