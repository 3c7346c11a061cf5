import { UserError } from '#engine/shared/errors.ts';

/** Tables of a TrueType font by four-letter tag, in the order of the file. */
export type FontTables = Map<string, Buffer>;

const headerLength = 12;
const recordLength = 16;
const trueTypeVersion = 0x00010000;
/** `checkSumAdjustment` is this constant minus the checksum of the file (OpenType 1.9, table `head`). */
const checksumOfFile = 0xb1b0afba;

/** Splits a TrueType file into its tables. Throws if the bytes are not a TrueType outline font. */
export function readTables(font: Buffer): FontTables {
  if (font.length < headerLength || font.readUInt32BE(0) !== trueTypeVersion) {
    throw new UserError(
      `A font was expected to be TrueType (first bytes 00 01 00 00); found "${font.toString('hex', 0, 4)}". Convert it to TrueType first.`,
    );
  }
  const tables: FontTables = new Map();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = headerLength + recordLength * index;
    const start = font.readUInt32BE(record + 8);
    tables.set(
      font.toString('latin1', record, record + 4),
      font.subarray(start, start + font.readUInt32BE(record + 12)),
    );
  }
  return tables;
}

/** The table of that tag. Throws if the font has none. */
export function requireTable(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new UserError(`The font has no table "${tag}"; its tables are ${[...tables.keys()].join(', ')}.`);
  return table;
}

/** Builds a TrueType file from tables, with checksums and search fields. */
export function writeTables(tables: FontTables): Buffer {
  const tags = [...tables.keys()].toSorted();
  const header = Buffer.alloc(headerLength + recordLength * tags.length);
  const power = Math.floor(Math.log2(tags.length));
  header.writeUInt32BE(trueTypeVersion, 0);
  header.writeUInt16BE(tags.length, 4);
  header.writeUInt16BE(recordLength * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(recordLength * (tags.length - 2 ** power), 10);

  const bodies: Buffer[] = [];
  let offset = header.length;
  let headOffset = 0;
  for (const [index, tag] of tags.entries()) {
    const table = Buffer.from(requireTable(tables, tag));
    if (tag === 'head') {
      table.writeUInt32BE(0, 8);
      headOffset = offset;
    }
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const record = headerLength + recordLength * index;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(checksum(padded), record + 4);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(table.length, record + 12);
    bodies.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat([header, ...bodies]);
  if (headOffset > 0) font.writeUInt32BE((checksumOfFile - checksum(font)) >>> 0, headOffset + 8);
  return font;
}

/** Sum of all 32-bit words modulo 2³²; the length must be a multiple of four. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let offset = 0; offset < bytes.length; offset += 4) sum = (sum + bytes.readUInt32BE(offset)) >>> 0;
  return sum;
}
