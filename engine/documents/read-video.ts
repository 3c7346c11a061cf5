import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { VideoContent } from './types.ts';

const unreadable: VideoContent = { format: null, bytes: 0 };
/** Start of a Matroska file (EBML, RFC 8794). */
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** Format of a video or of captions by its first bytes, its size and what is wrong with it; without a format if it cannot be read. */
export async function readVideo(path: string): Promise<VideoContent> {
  const file = await open(path).catch(() => null);
  if (file === null) return unreadable;
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    const format = findFormat(buffer);
    const inside =
      format === 'mp4'
        ? await readBoxes(file, size)
        : format === 'webm'
          ? await readElements(file, size)
          : format === 'vtt'
            ? readCaptions(await readFile(path))
            : {};
    return { format, bytes: size, ...inside };
  } catch {
    return unreadable;
  } finally {
    await file.close();
  }
}

/** Boxes of an MP4 file follow one another up to its end (ISO/IEC 14496-12). */
async function readBoxes(file: FileHandle, size: number): Promise<Inside> {
  let [position, index]: [number, number | null] = [0, null];
  while (position < size) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, position);
    const short = buffer.readUInt32BE(0);
    // 0: up to the end of the file; 1: a length of 64 bits follows.
    const length = short === 0 ? size - position : short === 1 ? Number(buffer.readBigUInt64BE(8)) : short;
    if (buffer.toString('latin1', 4, 8) === 'moov') index ??= position;
    if (length < 8 || position + length > size)
      return { problem: 'a part of it is missing, as after a copy that broke off' };
    position += length;
  }
  if (index === null) return { problem: 'it has no index ("moov"), as after a recording that broke off' };
  const { buffer } = await file.read(Buffer.alloc(INDEX_START), 0, INDEX_START, index);
  return readLength(buffer);
}

/** Enough for the first box of the index. */
const INDEX_START = 64;

/** The header of a video ("mvhd") is the first box of its index. */
function readLength(index: Buffer): Inside {
  if (index.toString('latin1', 12, 16) !== 'mvhd') return {};
  const isLong = index[16] === 1;
  const scale = index.readUInt32BE(isLong ? 36 : 28);
  const units = isLong ? Number(index.readBigUInt64BE(40)) : index.readUInt32BE(32);
  return scale === 0 || units === 0 ? {} : { seconds: units / scale };
}

/** Elements of a WebM file (Matroska, RFC 9559) that lead to its length. */
const [SEGMENT, INFO, SCALE, DURATION] = [0x18538067, 0x1549a966, 0x2ad7b1, 0x4489];
/** Enough for the elements before those with pictures. */
const WEBM_START = 65_536;

async function readElements(file: FileHandle, size: number): Promise<Inside> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WEBM_START), 0, WEBM_START, 0);
  const start = buffer.subarray(0, bytesRead);
  const segment = listElements(start).find(({ id }) => id === SEGMENT);
  if (segment === undefined || segment.at + (segment.length ?? 0) > size)
    return { problem: 'a part of it is missing, as after a copy that broke off' };
  const info = listElements(start.subarray(segment.at)).find(({ id }) => id === INFO);
  const inside =
    info === undefined ? Buffer.alloc(0) : start.subarray(segment.at).subarray(info.at, info.at + (info.length ?? 0));
  const values = new Map(
    listElements(inside).map(({ id, at, length }) => [id, inside.subarray(at, at + (length ?? 0))]),
  );
  const duration = values.get(DURATION);
  const scale = values.get(SCALE);
  // Recordings of browsers state none.
  if (duration?.length !== 4 && duration?.length !== 8) return {};
  const units = duration.length === 4 ? duration.readFloatBE(0) : duration.readDoubleBE(0);
  const nanoseconds =
    scale === undefined || scale.length === 0 ? 1_000_000 : scale.readUIntBE(0, Math.min(scale.length, 6));
  return { seconds: (units * nanoseconds) / 1e9 };
}

interface Element {
  readonly id: number;
  /** Where its content begins. */
  readonly at: number;
  /** `null` without an end that is known. */
  readonly length: number | null;
}

/** Elements that follow one another (EBML, RFC 8794, 4 and 5), up to one that goes beyond the bytes. */
function listElements(bytes: Buffer): readonly Element[] {
  const elements: Element[] = [];
  let position = 0;
  while (position < bytes.length) {
    // The number of leading zeros of the first byte is that of the bytes that follow.
    const idBytes = Math.clz32(bytes[position] ?? 0) - 23;
    const sizeAt = position + idBytes;
    const sizeBytes = Math.clz32(bytes[sizeAt] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || sizeAt + sizeBytes > bytes.length) break;
    const id = bytes.readUIntBE(position, idBytes);
    let length = (bytes[sizeAt] ?? 0) & (0xff >> sizeBytes);
    let isOpen = length === 0xff >> sizeBytes;
    for (const byte of bytes.subarray(sizeAt + 1, sizeAt + sizeBytes)) {
      isOpen &&= byte === 0xff;
      length = length * 256 + byte;
    }
    elements.push({ id, at: sizeAt + sizeBytes, length: isOpen ? null : length });
    if (isOpen) break;
    position = sizeAt + sizeBytes + length;
  }
  return elements;
}

const LINE_END = /\r\n|\r|\n/;
const TIMES = /^(\S+)[ \t]+-->[ \t]+(\S+)/;

type Inside = Pick<VideoContent, 'problem' | 'line' | 'seconds' | 'last'>;

/** Times with another arrow: one that is too short, or that a word processor drew. */
const OTHER_ARROW = /^\s*[\d:.,]+\s*(?:-+>|[–—]+>?|→|=+>)\s*[\d:.,]+(?:\s|$)/;

/** The first mistake in WebVTT that keeps a caption from being shown, or the last caption. */
function readCaptions(bytes: Buffer): Inside {
  if (isUtf16(bytes))
    return { problem: 'it is UTF-16, and browsers read captions as UTF-8; save it as UTF-8', line: 1 };
  if (!isUtf8(bytes)) {
    const before = bytes.toString('utf8').split('\uFFFD', 1)[0] ?? '';
    const line = before.split(LINE_END).length;
    return { problem: `line ${line} is not UTF-8 but an older encoding such as Latin-1; save it as UTF-8`, line };
  }
  let last: VideoContent['last'];
  const lines = bytes.toString('utf8').split(LINE_END);
  const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
  let isInside = false;
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) isInside = false;
    if (!line.includes('-->') && !OTHER_ARROW.test(line)) continue;
    if (isInside)
      return { problem: `an empty line is missing before the caption of line ${index + 1}`, line: index + 1 };
    isInside = true;
    const [from, to] = [...(TIMES.exec(line.trim()) ?? [])].slice(1).map(readSeconds);
    if (from === undefined || to === undefined || Number.isNaN(from + to))
      return { problem: `line ${index + 1} has no times as in "00:01.000 --> 00:04.000"`, line: index + 1 };
    if (to <= from) return { problem: `the caption of line ${index + 1} ends before it begins`, line: index + 1 };
    if (isBlank(lines[index + 1])) return { problem: `the caption of line ${index + 1} has no words`, line: index + 1 };
    if (last === undefined || to > last.to) last = { line: index + 1, from, to };
  }
  return last === undefined ? { problem: 'it has no caption' } : { last };
}

/** WebVTT, 4.1: `[hours:]minutes:seconds.thousandths`. */
function readSeconds(time: string): number {
  const [, hours = 0, minutes, seconds] = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** By its byte order mark. */
const isUtf16 = (bytes: Buffer): boolean => /^(?:\xFF\xFE|\xFE\xFF)/.test(bytes.toString('latin1', 0, 2));

function findFormat(start: Buffer): VideoContent['format'] {
  // ISO/IEC 14496-12: a box of the type "ftyp" comes first.
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (start.subarray(0, 4).equals(EBML)) return 'webm';
  // WebVTT in an encoding that has a problem of its own.
  if (isUtf16(start) && /WEBVT/.test(start.toString('latin1').replaceAll('\0', ''))) return 'vtt';
  // WebVTT, 4.1: with or without a byte order mark.
  return /^(?:\u{FEFF})?WEBVTT/u.test(start.toString('utf8')) ? 'vtt' : null;
}
