import { Bug } from '#engine/base/errors.ts';
import type { JsonObject } from '../json.ts';
import type { Path, Place } from '../place.ts';

/**
 * Where a block, or the head of a document, was written. Parts that a change brought in are elsewhere than the rest;
 * they are listed in `parts`, latest last.
 */
export interface Origin {
  readonly file: string;
  readonly path: Path;
  readonly parts: readonly OriginPart[];
}

interface OriginPart {
  /** Inside the block. */
  readonly path: Path;
  readonly place: Place;
}

/** Origins stand beside the blocks, so that a block stays the plain JSON it was written as. */
const origins = new WeakMap<JsonObject, Origin>();

export function originOf(block: JsonObject): Origin {
  const origin = origins.get(block);
  if (origin === undefined) throw new Bug(`The block ${JSON.stringify(block['id'])} has no origin.`);
  return origin;
}

export function writtenAt(block: JsonObject, file: string, path: Path): void {
  origins.set(block, { file, path, parts: [] });
}

/** A changed copy of a block stands where the block stood. */
export function sameOrigin<T extends JsonObject>(copy: T, original: JsonObject): T {
  origins.set(copy, originOf(original));
  return copy;
}

/** Notes that the leaves of a merge patch, written at `place`, are now part of the block. */
export function patchedAt(copy: JsonObject, original: JsonObject, patch: JsonObject, place: Place): void {
  const origin = originOf(original);
  origins.set(copy, { ...origin, parts: [...origin.parts, ...leaves(patch, [], place)] });
}

/** Notes that whole properties of a head come from the root of another file. */
export function broughtIn(copy: JsonObject, original: JsonObject, keys: readonly string[], file: string): void {
  const origin = originOf(original);
  const parts = keys.map((key): OriginPart => ({ path: [key], place: { file, path: [key] } }));
  origins.set(copy, { ...origin, parts: [...origin.parts, ...parts] });
}

function leaves(patch: JsonObject, path: Path, place: Place): OriginPart[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const inside = [...path, key];
    const at: Place = { file: place.file, path: [...place.path, ...inside] };
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isBranch ? leaves(value as JsonObject, inside, place) : [{ path: inside, place: at }];
  });
}

/**
 * The place of a path inside a block, wherever that part was written. What was patched below the path speaks for it: the base by
 * itself was sound.
 */
export function placeInside(origin: Origin, path: Path, at?: Place['at']): Place {
  const part =
    path.length === 0
      ? undefined
      : origin.parts.findLast((candidate) =>
          candidate.path.slice(0, path.length).every((segment, index) => path[index] === segment),
        );
  const place: Place =
    part === undefined
      ? { file: origin.file, path: [...origin.path, ...path] }
      : { file: part.place.file, path: alongPath(part, path) };
  return at === undefined ? place : { ...place, at };
}

/** Below the part, or above it inside the same change. */
function alongPath({ path: own, place }: OriginPart, path: Path): Path {
  return path.length < own.length
    ? place.path.slice(0, path.length - own.length)
    : [...place.path, ...path.slice(own.length)];
}

/** Where a change wrote exactly this part of a block, such as `null` to take it out; `undefined` when none did. */
export function patchOf(origin: Origin, path: Path): Place | undefined {
  return origin.parts.findLast((part) => part.path.length === path.length && isWithin(path, part.path))?.place;
}

/** Whether one of some places lies in what a block says itself: not in the blocks inside it. */
export function holdsAny(origin: Origin, places: readonly Place[]): boolean {
  return places.some(
    ({ file, path }) =>
      (file === origin.file && isWithin(path, origin.path) && path[origin.path.length] !== 'blocks') ||
      origin.parts.some(({ place }) => file === place.file && isWithin(path, place.path)),
  );
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((segment, index) => path[index] === segment);
}

/** Where a block is written: its own place, and those of all changes to it. */
export function placesOf(block: JsonObject): readonly Place[] {
  const { file, path, parts } = originOf(block);
  return [{ file, path }, ...parts.map(({ place }) => place)];
}
