import { type FileHandle, open } from 'node:fs/promises';
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
    const problem =
      format === 'mp4'
        ? await findMissingPart(file, size)
        : format === 'vtt'
          ? findCaptionMistake(await file.readFile('utf8'))
          : undefined;
    return { format, bytes: size, ...(problem !== undefined && { problem }) };
  } catch {
    return unreadable;
  } finally {
    await file.close();
  }
}

/** Boxes of an MP4 file follow one another up to its end (ISO/IEC 14496-12). */
async function findMissingPart(file: FileHandle, size: number): Promise<string | undefined> {
  let [position, hasIndex] = [0, false];
  while (position < size) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, position);
    const short = buffer.readUInt32BE(0);
    // 0: up to the end of the file; 1: a length of 64 bits follows.
    const length = short === 0 ? size - position : short === 1 ? Number(buffer.readBigUInt64BE(8)) : short;
    hasIndex ||= buffer.toString('latin1', 4, 8) === 'moov';
    if (length < 8 || position + length > size) return 'a part of it is missing, as after a copy that broke off';
    position += length;
  }
  return hasIndex ? undefined : 'it has no index ("moov"), as after a recording that broke off';
}

const TIMES = /^(\S+)[ \t]+-->[ \t]+(\S+)/;

/** The first mistake in WebVTT that keeps a caption from being shown. */
function findCaptionMistake(text: string): string | undefined {
  let count = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (!line.includes('-->')) continue;
    const [from, to] = [...(TIMES.exec(line.trim()) ?? [])].slice(1).map(readSeconds);
    if (from === undefined || to === undefined || Number.isNaN(from + to))
      return `line ${index + 1} has no times as in "00:01.000 --> 00:04.000"`;
    if (to <= from) return `the caption of line ${index + 1} ends before it begins`;
    count += 1;
  }
  return count === 0 ? 'it has no caption' : undefined;
}

/** WebVTT, 4.1: `[hours:]minutes:seconds.thousandths`. */
function readSeconds(time: string): number {
  const [, hours = 0, minutes, seconds] = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function findFormat(start: Buffer): VideoContent['format'] {
  // ISO/IEC 14496-12: a box of the type "ftyp" comes first.
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (start.subarray(0, 4).equals(EBML)) return 'webm';
  // WebVTT, 4.1: with or without a byte order mark.
  return /^(?:\u{FEFF})?WEBVTT/u.test(start.toString('utf8')) ? 'vtt' : null;
}
