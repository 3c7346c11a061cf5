import { Blob, Buffer as ShapingBuffer, Face, Feature, Font, Variation, shape } from 'harfbuzzjs';
import { readTables, writeTables } from './sfnt.ts';

/** A letter that some fonts forget to kern, one with the same right side that they kern, and how much of its kerning fits. */
const forgotten = { letter: 'W', like: 'V', share: 0.75 } as const;

/**
 * A font that kerns `V` but not `W` leaves a hole in "Was": the pairs of `W` with small letters are added, by those of `V`. A font that
 * kerns digits to a comma before them makes "3,10" look like "310" in small text: that is undone. Other fonts are returned as they are.
 */
export function correctKerning(font: Buffer, axes: Readonly<Record<string, number>>): Buffer {
  const tables = readTables(font);
  const positions = tables.get('GPOS');
  if (positions === undefined) return font;
  const face = new Face(new Blob(font));
  const small = [...face.collectUnicodes()]
    .map((character) => String.fromCodePoint(character))
    .filter((character) => /^\p{Ll}$/u.test(character));
  const shaped = new Font(face);
  shaped.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
  const measure = (text: string): readonly { readonly glyph: number; readonly kerning: number }[] => {
    const [plain, kerned] = [0, 1].map((value) => {
      const buffer = new ShapingBuffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      shape(shaped, buffer, [new Feature('kern', value)]);
      return buffer.getGlyphInfosAndPositions();
    });
    return (plain ?? []).map(({ codepoint, xAdvance = 0 }, index) => ({
      glyph: codepoint,
      kerning: (kerned?.[index]?.xAdvance ?? xAdvance) - xAdvance,
    }));
  };
  const [letter] = measure(forgotten.letter);
  const isForgotten = small.every((character) => measure(`${forgotten.letter}${character}`)[0]?.kerning === 0);
  const letters = small.map((character) => {
    const [like, second] = measure(`${forgotten.like}${character}`);
    return { glyph: second?.glyph, kerning: isForgotten ? Math.round((like?.kerning ?? 0) * forgotten.share) : 0 };
  });
  const [comma] = measure(',');
  const digits = Array.from('0123456789', (digit) => {
    const [before, second] = measure(`,${digit}`);
    return { glyph: second?.glyph, kerning: -(before?.kerning ?? 0) };
  });
  const lookups = [
    { first: letter, pairs: letters },
    { first: comma, pairs: digits },
  ].flatMap(({ first, pairs }) => {
    const kerned = pairs.flatMap(({ glyph, kerning }) =>
      glyph === undefined || kerning === 0 ? [] : [{ glyph, kerning }],
    );
    return first === undefined || kerned.length === 0 ? [] : [buildPairLookup(first.glyph, kerned)];
  });
  if (lookups.length === 0) return font;
  let added = positions;
  for (const lookup of lookups) added = addLookup(added, lookup);
  return writeTables(new Map(tables).set('GPOS', added));
}

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xff_ff, 2 * index);
  return bytes;
};

interface Pair {
  readonly glyph: number;
  readonly kerning: number;
}

/** A lookup of pair adjustments with one first glyph (OpenType 1.9, "GPOS": lookup type 2, format 1). */
function buildPairLookup(first: number, pairs: readonly Pair[]): Buffer {
  const sorted = pairs.toSorted((one, other) => one.glyph - other.glyph);
  const lookup = words(2, 0, 1, 8);
  const subtable = words(1, 12, 4, 0, 1, 18);
  const coverage = words(1, 1, first);
  return Buffer.concat([
    lookup,
    subtable,
    coverage,
    words(sorted.length, ...sorted.flatMap(({ glyph, kerning }) => [glyph, kerning])),
  ]);
}

/**
 * The table with one more lookup, used by every `kern` feature. New lists of features and lookups are inserted behind the header, because
 * offsets point forwards only; the rest of the table stays as it is.
 */
function addLookup(table: Buffer, lookup: Buffer): Buffer {
  const headerLength = table.readUInt16BE(2) === 1 ? 14 : 10;
  const [oldFeatures, oldLookups] = [table.readUInt16BE(6), table.readUInt16BE(8)];
  const count = table.readUInt16BE(oldLookups);

  const features = Array.from({ length: table.readUInt16BE(oldFeatures) }, (_, index) => {
    const record = oldFeatures + 2 + 6 * index;
    const feature = oldFeatures + table.readUInt16BE(record + 4);
    const indices = Array.from({ length: table.readUInt16BE(feature + 2) }, (_each, position) =>
      table.readUInt16BE(feature + 4 + 2 * position),
    );
    const tag = table.subarray(record, record + 4);
    const used = tag.toString('latin1') === 'kern' ? [...indices, count] : indices;
    return { tag, body: words(0, used.length, ...used) };
  });
  let offset = 2 + 6 * features.length;
  const records = features.map(({ tag, body }) => {
    const record = Buffer.concat([tag, words(offset)]);
    offset += body.length;
    return record;
  });
  const featureList = Buffer.concat([words(features.length), ...records, ...features.map(({ body }) => body)]);

  const lookupsStart = headerLength + featureList.length;
  const listLength = 2 + 2 * (count + 1);
  const added = featureList.length + listLength + lookup.length;
  const offsets = Array.from(
    { length: count },
    (_, index) => oldLookups + table.readUInt16BE(oldLookups + 2 + 2 * index) + added - lookupsStart,
  );
  // A table of that size is rare, and the hole harmless.
  if (offsets.some((each) => each > 0xff_ff) || table.readUInt16BE(4) + added > 0xff_ff) return table;
  const header = Buffer.from(table.subarray(0, headerLength));
  header.writeUInt16BE(table.readUInt16BE(4) + added, 4);
  header.writeUInt16BE(headerLength, 6);
  header.writeUInt16BE(lookupsStart, 8);
  if (headerLength === 14 && table.readUInt32BE(10) !== 0) header.writeUInt32BE(table.readUInt32BE(10) + added, 10);
  return Buffer.concat([
    header,
    featureList,
    words(count + 1, ...offsets, listLength),
    lookup,
    table.subarray(headerLength),
  ]);
}
