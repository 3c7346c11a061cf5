import { Blob, Face, Font } from 'harfbuzzjs';
import { UserError } from '#engine/shared/errors.ts';
import { readTables, requireTable, writeTables, type FontTables } from './sfnt.ts';

/** The data of a glyph: outline, metrics, variation. */
interface GlyphSet {
  readonly count: number;
  readonly outlines: readonly Buffer[];
  readonly variations: readonly Buffer[];
  /** Shared peak tuples of `gvar`, one buffer each. */
  readonly tuples: readonly Buffer[];
  /** Advance width and left side bearing per glyph, in font units. */
  readonly metrics: readonly (readonly [number, number])[];
  /** Code point → glyph. */
  readonly characters: ReadonlyMap<number, number>;
}

/**
 * Merges two files of one variable TrueType design, such as its `latin` and `latin-ext` subsets, into one font.
 * Tables that belong to the design (axes, names, vertical metrics) and layout features come from `main`; glyphs of `extra` follow the
 * glyphs of `main`. Horizontal advances vary by the phantom points of `gvar` (OpenType 1.9, "HVAR": optional), so `HVAR` is left out.
 * Throws if the two differ in units per em or axes.
 */
export function mergeFonts(main: Buffer, extra: Buffer): Buffer {
  const tables = readTables(main);
  const extraTables = readTables(extra);
  requireSameDesign(tables, extraTables);
  const first = readGlyphs(main, tables);
  const second = readGlyphs(extra, extraTables);

  const outlines = [...first.outlines, ...second.outlines.map((outline) => shiftComponents(outline, first.count))];
  const axisCount = requireTable(tables, 'gvar').readUInt16BE(4);
  const variations = [
    ...first.variations,
    ...second.variations.map((variation) => shiftTuples(variation, first.tuples.length, axisCount)),
  ];
  const characters = new Map([...second.characters].map(([character, glyph]) => [character, glyph + first.count]));
  for (const [character, glyph] of first.characters) characters.set(character, glyph);

  const merged: FontTables = new Map(tables);
  for (const tag of ['HVAR', 'DSIG']) merged.delete(tag);
  merged.set('glyf', Buffer.concat(outlines));
  merged.set('loca', offsetTable(outlines));
  merged.set('gvar', variationTable(variations, [...first.tuples, ...second.tuples], axisCount));
  merged.set('hmtx', metricsTable([...first.metrics, ...second.metrics]));
  merged.set('cmap', characterTable(characters));
  merged.set('maxp', joinedMaxima(requireTable(tables, 'maxp'), requireTable(extraTables, 'maxp'), outlines.length));
  merged.set('head', joinedHead(requireTable(tables, 'head'), requireTable(extraTables, 'head')));
  merged.set('hhea', withMetricCount(requireTable(tables, 'hhea'), outlines.length));
  merged.set('post', withoutGlyphNames(requireTable(tables, 'post')));
  return writeTables(merged);
}

function requireSameDesign(main: FontTables, extra: FontTables): void {
  const unitsPerEm = [main, extra].map((tables) => requireTable(tables, 'head').readUInt16BE(18));
  const axes = [main, extra].map((tables) => axisRecords(requireTable(tables, 'fvar')));
  if (unitsPerEm[0] !== unitsPerEm[1] || axes[0] !== axes[1]) {
    throw new UserError(
      `Two cuts of one font were expected; found ${unitsPerEm.join(' and ')} units per em and ${axes[0] === axes[1] ? 'equal' : 'different'} axes. Take both files from one release of the font.`,
    );
  }
}

/** Tag, range and default of every axis (OpenType 1.9, "fvar"). */
function axisRecords(fvar: Buffer): string {
  const start = fvar.readUInt16BE(4);
  return fvar.toString('hex', start, start + fvar.readUInt16BE(8) * fvar.readUInt16BE(10));
}

function readGlyphs(font: Buffer, tables: FontTables): GlyphSet {
  const count = requireTable(tables, 'maxp').readUInt16BE(4);
  const longOffsets = requireTable(tables, 'head').readInt16BE(50) === 1;
  const gvar = requireTable(tables, 'gvar');
  const tupleLength = gvar.readUInt16BE(4) * 2;
  const tuplesStart = gvar.readUInt32BE(8);
  return {
    count,
    outlines: slices(requireTable(tables, 'glyf'), 0, requireTable(tables, 'loca'), 0, count, longOffsets),
    variations: slices(gvar, gvar.readUInt32BE(16), gvar, 20, count, (gvar.readUInt16BE(14) & 1) === 1),
    tuples: Array.from({ length: gvar.readUInt16BE(6) }, (_, index) =>
      gvar.subarray(tuplesStart + tupleLength * index, tuplesStart + tupleLength * (index + 1)),
    ),
    metrics: readMetrics(tables, count),
    characters: readCharacters(font),
  };
}

/** Slices of `data` between consecutive offsets; short offsets count in words. */
function slices(data: Buffer, base: number, offsets: Buffer, start: number, count: number, long: boolean): Buffer[] {
  const at = (index: number): number =>
    base + (long ? offsets.readUInt32BE(start + 4 * index) : 2 * offsets.readUInt16BE(start + 2 * index));
  return Array.from({ length: count }, (_, index) => data.subarray(at(index), at(index + 1)));
}

function readMetrics(tables: FontTables, count: number): (readonly [number, number])[] {
  const hmtx = requireTable(tables, 'hmtx');
  const long = requireTable(tables, 'hhea').readUInt16BE(34);
  return Array.from({ length: count }, (_, glyph) => {
    const advance = hmtx.readUInt16BE(4 * Math.min(glyph, long - 1));
    const bearing = hmtx.readInt16BE(glyph < long ? 4 * glyph + 2 : 4 * long + 2 * (glyph - long));
    return [advance, bearing] as const;
  });
}

function readCharacters(font: Buffer): Map<number, number> {
  const face = new Face(new Blob(font));
  const shaped = new Font(face);
  return new Map([...face.collectUnicodes()].map((character) => [character, shaped.nominalGlyph(character) ?? 0]));
}

/** Renumbers the components of a composite outline (OpenType 1.9, "glyf", composite glyph description). */
function shiftComponents(outline: Buffer, shift: number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const shifted = Buffer.from(outline);
  let offset = 10;
  for (;;) {
    const flags = shifted.readUInt16BE(offset);
    shifted.writeUInt16BE(shifted.readUInt16BE(offset + 2) + shift, offset + 2);
    const argumentBytes = flags & 0x0001 ? 4 : 2;
    const scaleBytes = flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0;
    offset += 4 + argumentBytes + scaleBytes;
    if ((flags & 0x0020) === 0) return shifted;
  }
}

/** Renumbers references to shared tuples (OpenType 1.9, "Tuple variation store"). */
function shiftTuples(variation: Buffer, shift: number, axisCount: number): Buffer {
  if (variation.length === 0) return variation;
  const shifted = Buffer.from(variation);
  let offset = 4;
  for (let left = shifted.readUInt16BE(0) & 0x0fff; left > 0; left -= 1) {
    const tuple = shifted.readUInt16BE(offset + 2);
    const embedded = (tuple & 0x8000) !== 0;
    if (!embedded) shifted.writeUInt16BE(tuple + shift, offset + 2);
    offset += 4 + (embedded ? 2 * axisCount : 0) + ((tuple & 0x4000) !== 0 ? 4 * axisCount : 0);
  }
  return shifted;
}

function offsetTable(pieces: readonly Buffer[]): Buffer {
  const table = Buffer.alloc(4 * (pieces.length + 1));
  let offset = 0;
  for (const [index, piece] of pieces.entries()) {
    offset += piece.length;
    table.writeUInt32BE(offset, 4 * (index + 1));
  }
  return table;
}

function variationTable(variations: readonly Buffer[], tuples: readonly Buffer[], axisCount: number): Buffer {
  const offsets = offsetTable(variations);
  const header = Buffer.alloc(20);
  header.writeUInt16BE(1, 0);
  header.writeUInt16BE(axisCount, 4);
  header.writeUInt16BE(tuples.length, 6);
  header.writeUInt32BE(header.length + offsets.length, 8);
  header.writeUInt16BE(variations.length, 12);
  header.writeUInt16BE(1, 14);
  header.writeUInt32BE(header.length + offsets.length + 2 * axisCount * tuples.length, 16);
  return Buffer.concat([header, offsets, ...tuples, ...variations]);
}

function metricsTable(metrics: GlyphSet['metrics']): Buffer {
  const table = Buffer.alloc(4 * metrics.length);
  for (const [glyph, [advance, bearing]] of metrics.entries()) {
    table.writeUInt16BE(advance, 4 * glyph);
    table.writeInt16BE(bearing, 4 * glyph + 2);
  }
  return table;
}

/** `cmap` with one subtable of format 12: groups of one character each are valid and shrink when the font is subset. */
function characterTable(characters: ReadonlyMap<number, number>): Buffer {
  const sorted = [...characters].toSorted(([one], [other]) => one - other);
  const table = Buffer.alloc(28 + 12 * sorted.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + 12 * sorted.length, 16);
  table.writeUInt32BE(sorted.length, 24);
  for (const [index, [character, glyph]] of sorted.entries()) {
    const group = 28 + 12 * index;
    table.writeUInt32BE(character, group);
    table.writeUInt32BE(character, group + 4);
    table.writeUInt32BE(glyph, group + 8);
  }
  return table;
}

function joinedMaxima(main: Buffer, extra: Buffer, glyphCount: number): Buffer {
  const table = Buffer.from(main);
  for (let offset = 6; offset + 2 <= table.length; offset += 2) {
    table.writeUInt16BE(Math.max(main.readUInt16BE(offset), extra.readUInt16BE(offset)), offset);
  }
  table.writeUInt16BE(glyphCount, 4);
  return table;
}

function joinedHead(main: Buffer, extra: Buffer): Buffer {
  const table = Buffer.from(main);
  for (const offset of [36, 38])
    table.writeInt16BE(Math.min(main.readInt16BE(offset), extra.readInt16BE(offset)), offset);
  for (const offset of [40, 42])
    table.writeInt16BE(Math.max(main.readInt16BE(offset), extra.readInt16BE(offset)), offset);
  table.writeInt16BE(1, 50);
  return table;
}

function withMetricCount(hhea: Buffer, count: number): Buffer {
  const table = Buffer.from(hhea);
  table.writeUInt16BE(count, 34);
  return table;
}

/** `post` version 3: the same figures without names of glyphs. */
function withoutGlyphNames(post: Buffer): Buffer {
  const table = Buffer.from(post.subarray(0, 32));
  table.writeUInt32BE(0x00030000, 0);
  return table;
}
