import type { Grade } from './image-key.ts';

/** Uncompressed sRGB pixels, 8 bits per channel, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** 3 (RGB) or 4 (RGB and alpha). */
  readonly channels: 3 | 4;
}

export interface LuminanceRange {
  readonly darkest: number;
  readonly brightest: number;
}

/** Limit of the relative luminance of a graded image: light text (0.88) on 0.15, dark text (0.006) on 0.22 hold 4.5:1. */
export const gradeLimits = { dark: 0.15, light: 0.22 } as const;

/** sRGB byte → linear light 0…1 (WCAG 2.2, "relative luminance"). */
const linear = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const encodedSteps = 8192;
/** Linear light in steps of 1/8192 → sRGB byte. */
const encoded = Uint8Array.from({ length: encodedSteps + 1 }, (_, step) => {
  const value = step / encodedSteps;
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
});

/** Darkest and brightest relative luminance (WCAG 2.2, 0…1) of all pixels. */
export function measureLuminance(pixels: Pixels): LuminanceRange {
  let darkest = 1;
  let brightest = 0;
  for (let offset = 0; offset < pixels.data.length; offset += pixels.channels) {
    const luminance = luminanceAt(pixels.data, offset);
    if (luminance < darkest) darkest = luminance;
    if (luminance > brightest) brightest = luminance;
  }
  return { darkest, brightest };
}

/** Whether every pixel is within the limit of the grade. */
export function keepsGrade(range: LuminanceRange, grade: Grade): boolean {
  if (grade === 'dark') return range.brightest <= gradeLimits.dark;
  return grade === 'none' || range.darkest >= gradeLimits.light;
}

/**
 * A copy whose tones end at the grade's limit; `margin` (0…1) is the share of the limit reserved for encoding noise.
 * `range` is the range of the whole image, so that all sizes are graded equally. Computed in linear light, which preserves hue:
 * `dark` follows `limit · (Y / brightest) ^ contrast`, which deepens shadows; `light` mixes with white.
 */
export function gradePixels(pixels: Pixels, range: LuminanceRange, grade: 'dark' | 'light', margin: number): Pixels {
  const data = new Uint8Array(pixels.data);
  if (grade === 'dark') darken(data, pixels.channels, gradeLimits.dark * (1 - margin), range.brightest);
  else lighten(data, pixels.channels, gradeLimits.light * (1 + margin), range.darkest);
  return { ...pixels, data };
}

/** Above 1 shadows darken more than highlights. */
const contrast = 1.1;

const toneSteps = 65_536;
/** Share of the brightest tone in steps of 1/65536 → factor of the tone. Computing a power per pixel would take most of a build. */
const deepened = Float64Array.from({ length: toneSteps + 1 }, (_, step) => (step / toneSteps) ** (contrast - 1));

function darken(data: Uint8Array, channels: number, limit: number, brightest: number): void {
  if (brightest <= limit) return;
  // Below 1, so that no channel exceeds the table of bytes.
  const most = limit / brightest;
  for (let offset = 0; offset < data.length; offset += channels) {
    const tone = Math.min(1, luminanceAt(data, offset) / brightest);
    const gain = most * encodedSteps * (deepened[(tone * toneSteps + 0.5) | 0] ?? 0);
    for (let channel = offset; channel < offset + 3; channel += 1) {
      data[channel] = encoded[(gain * (linear[data[channel] ?? 0] ?? 0) + 0.5) | 0] ?? 0;
    }
  }
}

function lighten(data: Uint8Array, channels: number, limit: number, darkest: number): void {
  if (darkest >= limit) return;
  const keep = (1 - limit) / (1 - darkest);
  for (let offset = 0; offset < data.length; offset += channels) {
    for (let channel = offset; channel < offset + 3; channel += 1) {
      data[channel] = encode(1 - keep * (1 - (linear[data[channel] ?? 0] ?? 0)));
    }
  }
}

/** Mean colour in linear light as `#rrggbb`; transparent pixels count by their alpha. */
export function computeMeanColour(pixels: Pixels): string {
  const sums = [0, 0, 0];
  let weight = 0;
  for (let offset = 0; offset < pixels.data.length; offset += pixels.channels) {
    const alpha = pixels.channels === 4 ? (pixels.data[offset + 3] ?? 0) / 255 : 1;
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] = (sums[channel] ?? 0) + alpha * (linear[pixels.data[offset + channel] ?? 0] ?? 0);
    }
    weight += alpha;
  }
  const bytes = sums.map((sum) => encode(weight === 0 ? 0 : sum / weight));
  return `#${Buffer.from(bytes).toString('hex')}`;
}

function luminanceAt(data: Uint8Array, offset: number): number {
  const red = linear[data[offset] ?? 0] ?? 0;
  const green = linear[data[offset + 1] ?? 0] ?? 0;
  const blue = linear[data[offset + 2] ?? 0] ?? 0;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function encode(light: number): number {
  return encoded[Math.round(Math.min(1, Math.max(0, light)) * encodedSteps)] ?? 0;
}
