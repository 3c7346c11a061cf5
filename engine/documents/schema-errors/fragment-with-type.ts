import type { FindingDraft } from '../finding-draft.ts';
import { isObject } from '../json.ts';
import type { Path, SourceLocation } from '../source-location.ts';

/** An entry with `fragment` and `type`: at the one that was added, or the later one where nothing else distinguishes them. */
export function findFragmentWithType(
  unknown: readonly FindingDraft[],
  { path, value }: { readonly path: Path; readonly value: unknown },
  locate: (path: Path, at?: SourceLocation['at']) => SourceLocation,
): FindingDraft | undefined {
  if (!unknown.some(({ found }) => found === 'type')) return undefined;
  if (!isObject(value) || typeof value['fragment'] !== 'string') return undefined;
  const later = Object.keys(value).findLast((key) => key === 'fragment' || key === 'type');
  const added = unknown.length > 1 ? 'fragment' : (later ?? 'type');
  const location = locate([...path, added], 'key');
  return {
    location,
    message: `The entry has "fragment" and "type", and can be either the blocks of a fragment or one block. Take "${added}" out, or the other one with the properties that belong to it.`,
    expected: '"fragment" or "type"',
    found: added,
    covers: [location, ...unknown.map((each) => each.location)],
  };
}
