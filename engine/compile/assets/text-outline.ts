import bidiFactory from 'bidi-js';
import { Blob, Buffer as ShapingBuffer, Direction, Face, Font, Variation, shape } from 'harfbuzzjs';
import { getDirection } from '#engine/shared/languages.ts';

export interface TextStyle {
  /** Pixels per em. */
  readonly size: number;
  /** Added after every letter, in em. */
  readonly tracking: number;
}

export interface TextOutliner {
  /** Characters of a text that the font does not have, each once. */
  lackingIn(text: string): readonly string[];
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

const bidi = bidiFactory();

/** Characters without glyphs of their own, and their replacements. */
const replacements: Readonly<Record<string, string>> = {
  '\u00ad': '',
  '\u2010': '-',
  '\u2011': '-',
  '\u202f': '\u00a0',
};

/**
 * Renders text as outlines of a TrueType font at the given axis values, so that an image with text is independent of installed
 * fonts. Shaping (kerning, ligatures, accents) is HarfBuzz's; the order of words of both directions in a
 * line is that of the Unicode Bidirectional Algorithm (UAX #9). A missing character is drawn as the font's empty box.
 */
export function createTextOutliner(fontFile: Buffer, axes: Readonly<Record<string, number>>): TextOutliner {
  const face = new Face(new Blob(fontFile));
  const font = new Font(face);
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
  const unitsPerEm = face.upem;

  function glyphs(text: string, language: string): Glyph[] {
    return splitRuns(drawable(text), language).flatMap(({ words, isRightToLeft }) => {
      const buffer = new ShapingBuffer();
      buffer.addText(words);
      buffer.setLanguage(language);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
      shape(font, buffer);
      const positions = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map((info, index) => ({
        path: font.glyphToPath(info.codepoint),
        advance: positions[index]?.xAdvance ?? 0,
        xOffset: positions[index]?.xOffset ?? 0,
        yOffset: positions[index]?.yOffset ?? 0,
      }));
    });
  }

  return {
    lackingIn: (text) =>
      [...new Set(drawable(text))].filter((character) => !font.nominalGlyph(character.codePointAt(0) ?? 0)),
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

const drawable = (text: string): string =>
  text.replaceAll(/[\u00ad\u2010\u2011\u202f]/g, (character) => replacements[character] ?? character);

interface Run {
  readonly words: string;
  readonly isRightToLeft: boolean;
}

/** The runs of a line with one direction, in visual order from left to right. */
function splitRuns(line: string, language: string): readonly Run[] {
  const embedding = bidi.getEmbeddingLevels(line, getDirection(language));
  const { levels } = embedding;
  const runs = new Map<number, Run>();
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    let [start, end] = [index, index + 1];
    while (start > 0 && levels[start - 1] === levels[index]) start -= 1;
    while (end < line.length && levels[end] === levels[index]) end += 1;
    runs.set(start, { words: line.slice(start, end), isRightToLeft: (levels[index] ?? 0) % 2 === 1 });
  }
  return [...runs.values()];
}
