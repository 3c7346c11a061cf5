import { open } from 'node:fs/promises';
import type { VideoContent } from './types.ts';

const unreadable: VideoContent = { format: null, bytes: 0 };
/** Start of a Matroska file (EBML, RFC 8794). */
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** Format of a video or of captions by its first bytes, and its size; without a format if it cannot be read. */
export async function readVideo(path: string): Promise<VideoContent> {
  const file = await open(path).catch(() => null);
  if (file === null) return unreadable;
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return { format: findFormat(buffer), bytes: size };
  } catch {
    return unreadable;
  } finally {
    await file.close();
  }
}

function findFormat(start: Buffer): VideoContent['format'] {
  // ISO/IEC 14496-12: a box of the type "ftyp" comes first.
  if (start.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (start.subarray(0, 4).equals(EBML)) return 'webm';
  // WebVTT, 4.1: with or without a byte order mark.
  return /^(?:\u{FEFF})?WEBVTT/u.test(start.toString('utf8')) ? 'vtt' : null;
}
