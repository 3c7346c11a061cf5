import { suggestName } from '#engine/shared/suggest-name.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';

/** Message about an unknown name: the known ones, and the most likely one. */
export function buildUnknownName(
  what: string,
  found: string,
  known: Iterable<string>,
  location: SourceLocation,
): FindingDraft {
  const names = [...known];
  return {
    location,
    message: `There is no ${what} called "${found}".`,
    expected: names.length === 0 ? `no ${what} at all: there is none` : `one of ${names.join(', ')}`,
    found,
    suggestion: suggestName(found, names),
  };
}
