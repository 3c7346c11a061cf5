import { Blob, Buffer as ShapingBuffer, Face, Font, Variation, shape } from 'harfbuzzjs';
import { Mistake } from '#engine/base/errors.ts';

export interface TextStyle {
  /** Pixels per em. */
  readonly size: number;
  /** Added after every letter, in em. */
  readonly tracking: number;
}

export interface TextOutliner {
  /** Width of one line in pixels. */
  width(text: string, language: string, style: TextStyle): number;
  /** The line as an SVG group of filled outlines; `x` is its left edge, `y` its baseline. */
  outline(text: string, language: string, style: TextStyle, x: number, y: number): string;
}

interface Glyph {
  readonly path: string;
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Characters that fonts leave to the browser, as characters that they draw. */
const replacements: Readonly<Record<string, string>> = {
  '\u00ad': '',
  '\u2010': '-',
  '\u2011': '-',
  '\u202f': '\u00a0',
};

/**
 * Sets text as outlines of a TrueType font at the given axis values, so that a picture with words looks the same on every system,
 * whatever fonts are installed there. Shaping (kerning, ligatures, accents) is HarfBuzz's. Throws on a character the font lacks.
 */
export function createTextOutliner(fontFile: Buffer, axes: Readonly<Record<string, number>>): TextOutliner {
  const face = new Face(new Blob(fontFile));
  const font = new Font(face);
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
  const unitsPerEm = face.upem;

  function glyphs(text: string, language: string): Glyph[] {
    const buffer = new ShapingBuffer();
    buffer.addText(drawable(text));
    buffer.setLanguage(language);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map((info, index) => ({
      path: font.glyphToPath(info.codepoint),
      advance: positions[index]?.xAdvance ?? 0,
      xOffset: positions[index]?.xOffset ?? 0,
      yOffset: positions[index]?.yOffset ?? 0,
    }));
  }

  function drawable(text: string): string {
    const known = text.replaceAll(/[\u00ad\u2010\u2011\u202f]/g, (character) => replacements[character] ?? character);
    for (const character of known) {
      if (font.nominalGlyph(character.codePointAt(0) ?? 0)) continue;
      throw new Mistake(
        `The text "${text}" has the character "${character}", which the display font does not have. Write it without that character.`,
      );
    }
    return known;
  }

  return {
    width(text, language, { size, tracking }) {
      const line = glyphs(text, language);
      const units = line.reduce((sum, glyph) => sum + glyph.advance, 0);
      return (units / unitsPerEm + tracking * Math.max(0, line.length - 1)) * size;
    },
    outline(text, language, { size, tracking }, x, y) {
      let pen = 0;
      const paths: string[] = [];
      for (const glyph of glyphs(text, language)) {
        if (glyph.path)
          paths.push(`<path transform="translate(${pen + glyph.xOffset} ${glyph.yOffset})" d="${glyph.path}"/>`);
        pen += glyph.advance + tracking * unitsPerEm;
      }
      const scale = size / unitsPerEm;
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
    },
  };
}
