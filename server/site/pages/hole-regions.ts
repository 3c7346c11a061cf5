import { escapers } from '#engine/base/escape.ts';
import type { Hole } from '#engine/compile/types.ts';
import type { Values } from './page-source.ts';

/**
 * A page cut so that every hole lies in a region that ends with a tag's `>`. In front of that `>` blanks mean nothing, so a region
 * can be filled up to a fixed length: then the text between regions may be compressed once, although it stands behind values.
 */
export interface HoleRegions {
  /** Text before, between and after the regions: always one more than there are regions. */
  readonly texts: readonly string[];
  readonly regions: readonly (readonly (string | Hole)[])[];
}

/** `null` when a hole is not followed by the end of a tag. */
export function cutRegions(parts: readonly (string | Hole)[]): HoleRegions | null {
  const texts: string[] = [];
  const regions: (string | Hole)[][] = [];
  let text = '';
  let region: (string | Hole)[] | null = null;
  for (const part of parts) {
    if (typeof part !== 'string') {
      if (region === null) texts.push(text);
      region ??= [];
      region.push(part);
      text = '';
      continue;
    }
    const end = region === null ? 0 : part.indexOf('>') + 1;
    if (region === null) {
      text += part;
    } else if (end === 0) {
      region.push(part);
    } else {
      region.push(part.slice(0, end));
      regions.push(region);
      region = null;
      text = part.slice(end);
    }
  }
  return region === null ? { texts: [...texts, text], regions } : null;
}

/** The region with its values, before it is filled up. */
export function fillRegion(region: readonly (string | Hole)[], values: Values): string {
  let text = '';
  for (const part of region) {
    if (typeof part === 'string') {
      text += part;
    } else {
      const value = values[part.name];
      if (value !== undefined) text += escapers[part.context](value);
    }
  }
  return text;
}

/** How a region ends: blanks may stand in front of it. */
export function endingOf(region: readonly (string | Hole)[]): string {
  const last = region.at(-1);
  return (typeof last === 'string' ? /(?:--|\/)?>$/.exec(last)?.[0] : undefined) ?? '>';
}

/** Writes a filled region with blanks in front of its ending, exactly `length` bytes; at least one blank must fit. */
export function writeRegion(text: string, ending: string, length: number, into: Buffer, at: number): void {
  const written = into.write(text.slice(0, text.length - ending.length), at);
  into.fill(0x20, at + written, at + length - ending.length);
  into.write(ending, at + length - ending.length, 'latin1');
}
