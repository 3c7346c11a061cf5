import { metaBindings } from '#schemas/generated/bindings.ts';
import { checkEachText, getFileTexts } from '../../each-text.ts';
import type { TextEntry } from '../../texts.ts';
import { readVersions } from '../../texts.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';

/** Maximum UTF-16 code units; a long paragraph of terms has about 2,000. */
const MAX_LENGTH = 10_000;

export const overlongText: Rule = {
  id: 'overlong-text',
  severity: 'error',
  description: 'No text is longer than anything that a page shows in one place.',
  text: function* ({ value, location, binding }, { texts }) {
    const inPlace = readVersions(value, location);
    for (const entry of inPlace.values()) yield* tooLong(entry);
    const most = metaBindings.includes(binding) ? MAX_OF_META[binding.path.join('.')] : undefined;
    if (most === undefined) return;
    const all = typeof value === 'string' ? (texts.of(value) ?? []) : [inPlace];
    for (const versions of all)
      for (const entry of versions.values()) yield* tooLongToShow(entry, most, 'search engines');
  },
  project: checkEachText(
    getFileTexts,
    () => () => [] as const,
    function* (key, versions) {
      for (const entry of versions.values()) {
        yield* tooLong(entry);
        if (key.endsWith('.subject')) yield* tooLongToShow(entry, MAX_OF_SUBJECT, 'mail programs');
      }
    },
  ),
};

/** Search engines and tabs truncate titles much earlier; a longer text is misplaced. */
const MAX_OF_META: Readonly<Record<string, number>> = { title: 150, description: 500 };

/** Mail programs show 40 to 100 characters. */
const MAX_OF_SUBJECT = 150;

function* tooLongToShow(
  { text, location }: TextEntry,
  most: number,
  readers: 'search engines' | 'mail programs',
): Generator<FindingDraft> {
  if (text.length <= most || text.length > MAX_LENGTH) return;
  yield {
    location,
    severity: 'warning',
    message: `The text has ${text.length} characters, and ${readers} show only the beginning of it: it seems to have been meant for another place.`,
    expected: `at most ${most} characters`,
    mark: readers,
  };
}

function* tooLong({ text, location }: TextEntry): Generator<FindingDraft> {
  if (text.length <= MAX_LENGTH) return;
  yield {
    location,
    message: `The text has ${text.length} characters: something was pasted here that does not belong here, or it is several texts.`,
    expected: `at most ${MAX_LENGTH} characters`,
    mark: 'long',
  };
}
