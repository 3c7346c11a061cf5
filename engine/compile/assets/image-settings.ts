import type { ImageDerivative, PreparedImage } from '#engine/compile/types.ts';

/** One file of a crop. */
export type Derivative = Pick<ImageDerivative, 'format' | 'width'>;

/** Increase `version` when the grading changes. */
export const imageSettings = {
  version: 2,
  widths: [720, 960, 1600],
  fallbackWidth: 960,
  avif: { quality: 50, effort: 2 },
  /** For files wider than the fallback: the last 5 % of the bytes would take three times as long. */
  wideAvif: { quality: 50, effort: 1 },
  /** Few browsers use it, at any width. */
  webp: { quality: 72, effort: 2 },
  jpeg: { quality: 78, mozjpeg: true },
} as const;

export const widestWidth = Math.max(...imageSettings.widths);

/** The files of a crop, by its size: AVIF and WebP in each width, and one JPEG. */
export function listDerivatives({ width: widest }: Pick<PreparedImage, 'width'>): Derivative[] {
  const widths = listDerivativeWidths(widest);
  const fallbackWidth = widths.findLast((width) => width <= imageSettings.fallbackWidth) ?? widest;
  return widths.flatMap((width) => [
    { format: 'webp' as const, width },
    ...(width === fallbackWidth ? [{ format: 'jpeg' as const, width }] : []),
    { format: 'avif' as const, width },
  ]);
}

/** Widths of the files: at most that of the crop, and none within 15 % of the widest. */
export function listDerivativeWidths(cropWidth: number): number[] {
  const widest = Math.min(cropWidth, widestWidth);
  return [...imageSettings.widths.filter((width) => width < widest * 0.85), widest];
}
