import { escapers } from '#engine/shared/escape.ts';
import type { Hole } from '#engine/compile/types.ts';
import type { Values } from './page-source.ts';

/**
 * A page split so that every hole is in a region ending with a tag's `>`. Spaces before `>` are insignificant, so regions can be padded to a fixed length,
 * and the text after a region can be compressed once.
 */
export interface HoleRegions {
  /** Text before, between and after the regions: one more than regions. */
  readonly texts: readonly string[];
  readonly regions: readonly Region[];
}

export interface Region {
  /** Equal holes are the same object in all regions of a page. */
  readonly parts: readonly (string | Hole)[];
  /** End of the region; padding is inserted before it. */
  readonly ending: string;
}

/** `null` when a hole is not followed by the end of a tag. */
export function cutRegions(parts: readonly (string | Hole)[]): HoleRegions | null {
  const texts: string[] = [];
  const regions: Region[] = [];
  const holes = new Map<string, Hole>();
  const intern = (hole: Hole): Hole => {
    const name = `${hole.context} ${hole.name}`;
    holes.set(name, holes.get(name) ?? hole);
    return holes.get(name) ?? hole;
  };
  let text = '';
  let region: (string | Hole)[] | null = null;
  for (const part of parts) {
    if (typeof part !== 'string') {
      if (region === null) texts.push(text);
      region ??= [];
      region.push(intern(part));
      text = '';
      continue;
    }
    const end = region === null ? 0 : part.indexOf('>') + 1;
    if (region === null) {
      text += part;
    } else if (end === 0) {
      region.push(part);
    } else {
      const ending = readEnding(part.slice(0, end));
      regions.push({ parts: [...region, part.slice(0, end - ending.length)], ending });
      region = null;
      text = part.slice(end);
    }
  }
  return region === null ? { texts: [...texts, text], regions } : null;
}

function readEnding(tag: string): string {
  return /(?:--|\/)?>$/.exec(tag)?.[0] ?? '>';
}

/** Regions with values, without ending and padding. */
export function fillRegions(regions: readonly Region[], values: Values): string[] {
  // Pages repeat holes, such as the query in each link of the language menu.
  const known = new Map<Hole, string>();
  const getEscaped = (hole: Hole): string => {
    let escaped = known.get(hole);
    if (escaped === undefined) known.set(hole, (escaped = escapers[hole.context](values[hole.name] ?? '')));
    return escaped;
  };
  return regions.map(({ parts }) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : getEscaped(part);
    return text;
  });
}
