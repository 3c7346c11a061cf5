import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import type { FallbackFont } from './fallback-fonts.ts';

/** Descriptors of a fallback `@font-face`, as CSS percentages. */
export interface FallbackMetrics {
  readonly sizeAdjust: string;
  readonly ascentOverride: string;
  readonly descentOverride: string;
  readonly lineGapOverride: string;
}

/** Ordinary sentences, so that letters have the frequency of pages; accents do not change a width. */
const sample = [
  'Fine labels, private prices, one closed door. Membership is free and takes two minutes.',
  'Große Namen, private Preise. Die Mitgliedschaft ist kostenlos und dauert zwei Minuten.',
  'De grandes maisons à des prix privés. L’adhésion est gratuite et prend deux minutes.',
  'Grandi firme a prezzi riservati. L’iscrizione è gratuita e richiede due minuti.',
  'Grote namen tegen besloten prijzen. Het lidmaatschap is gratis en kost twee minuten.',
  'Wielkie marki w cenach dla wybranych. Członkostwo jest bezpłatne i zajmuje dwie minuty.',
  'Stora namn till privata priser. Medlemskapet är gratis och tar två minuter.',
]
  .join(' ')
  .normalize('NFD')
  .replaceAll('ł', 'l')
  .replaceAll('’', "'")
  .replaceAll('ß', 'ss')
  .replaceAll(/[^ -~]/g, '');

/**
 * The scaling of a fallback to the metrics of a TrueType font at the given axis values: same mean width, same line box
 * (CSS Fonts 5, `size-adjust`; CSS Fonts 4, `ascent-override`). The overrides are relative to the adjusted size.
 */
export function matchFallback(
  font: Buffer,
  axes: Readonly<Record<string, number>>,
  fallback: FallbackFont,
): FallbackMetrics {
  const face = new Face(new Blob(font));
  const unitsPerEm = face.upem;
  const shaped = new Font(face);
  shaped.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));

  let width = 0;
  let fallbackWidth = 0;
  for (const character of sample) {
    const code = character.charCodeAt(0);
    width += shaped.glyphHAdvance(shaped.nominalGlyph(code) ?? 0) / unitsPerEm;
    fallbackWidth += (fallback.advances[code - 0x20] ?? 0) / fallback.unitsPerEm;
  }
  const scale = width / fallbackWidth;
  const relative = (units: number): string => percent(units / unitsPerEm / scale);
  const { ascender, descender, lineGap } = shaped.hExtents();
  return {
    sizeAdjust: percent(scale),
    ascentOverride: relative(ascender),
    descentOverride: relative(-descender),
    lineGapOverride: relative(lineGap),
  };
}

function percent(value: number): string {
  return `${Number((100 * value).toFixed(2))}%`;
}
