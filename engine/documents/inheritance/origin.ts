import { InternalError } from '#engine/shared/errors.ts';
import type { JsonObject } from '../json.ts';
import type { Path, SourceLocation } from '../source-location.ts';

/**
 * Where a block, or the head of a document, was written. Parts from a change have positions of their own;
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
  readonly location: SourceLocation;
}

/** Origins are stored beside the blocks, so that a block stays plain JSON. */
const origins = new WeakMap<JsonObject, Origin>();

export function getOrigin(block: JsonObject): Origin {
  const origin = origins.get(block);
  if (origin === undefined) throw new InternalError(`The block ${JSON.stringify(block['id'])} has no origin.`);
  return origin;
}

export function recordLocation(block: JsonObject, file: string, path: Path): void {
  origins.set(block, { file, path, parts: [] });
}

/** A changed copy of a block has the block's origin. */
export function copyOrigin<T extends JsonObject>(copy: T, original: JsonObject): T {
  origins.set(copy, getOrigin(original));
  return copy;
}

/** Records that the leaves of a merge patch at `place` are part of the block. */
export function recordPatch(copy: JsonObject, original: JsonObject, patch: JsonObject, location: SourceLocation): void {
  const origin = getOrigin(original);
  origins.set(copy, { ...origin, parts: [...origin.parts, ...leaves(patch, [], location)] });
}

/** Records that properties of a head come from the root of another file. */
export function recordMerge(copy: JsonObject, original: JsonObject, keys: readonly string[], file: string): void {
  const origin = getOrigin(original);
  const parts = keys.map((key): OriginPart => ({ path: [key], location: { file, path: [key] } }));
  origins.set(copy, { ...origin, parts: [...origin.parts, ...parts] });
}

function leaves(patch: JsonObject, path: Path, location: SourceLocation): OriginPart[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const inside = [...path, key];
    const at: SourceLocation = { file: location.file, path: [...location.path, ...inside] };
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isBranch ? leaves(value as JsonObject, inside, location) : [{ path: inside, location: at }];
  });
}

/**
 * The position of a path inside a block. A patch below the path has priority, because the base by
 * itself was valid.
 */
export function locateInside(origin: Origin, path: Path, at?: SourceLocation['at']): SourceLocation {
  const part =
    path.length === 0
      ? undefined
      : origin.parts.findLast((candidate) =>
          candidate.path.slice(0, path.length).every((segment, index) => path[index] === segment),
        );
  const location: SourceLocation =
    part === undefined
      ? { file: origin.file, path: [...origin.path, ...path] }
      : { file: part.location.file, path: alongPath(part, path) };
  return at === undefined ? location : { ...location, at };
}

/** Below the part, or above it inside the same change. */
function alongPath({ path: own, location }: OriginPart, path: Path): Path {
  return path.length < own.length
    ? location.path.slice(0, path.length - own.length)
    : [...location.path, ...path.slice(own.length)];
}

/** Where a change wrote exactly this part of a block, such as `null` to remove it; `undefined` if none did. */
export function findPatch(origin: Origin, path: Path): SourceLocation | undefined {
  return origin.parts.findLast((part) => part.path.length === path.length && isWithin(path, part.path))?.location;
}

/** Whether one of some positions is inside the block itself, not in its children. */
export function holdsAny(origin: Origin, locations: readonly SourceLocation[]): boolean {
  return locations.some(
    ({ file, path }) =>
      (file === origin.file && isWithin(path, origin.path) && path[origin.path.length] !== 'blocks') ||
      origin.parts.some(({ location }) => file === location.file && isWithin(path, location.path)),
  );
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((segment, index) => path[index] === segment);
}

/** Positions of a block: its own, and those of all changes to it. */
export function listLocations(block: JsonObject): readonly SourceLocation[] {
  const { file, path, parts } = getOrigin(block);
  return [{ file, path }, ...parts.map(({ location }) => location)];
}
