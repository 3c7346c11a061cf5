import type { TextEntry } from '../../texts.ts';
import { versionsOf } from '../../texts.ts';
import type { Remark } from '../../place.ts';
import type { Rule } from '../rule.ts';

/** UTF-16 code units; a long paragraph of terms has about 2,000. */
const LONGEST = 10_000;

export const overlongText: Rule = {
  id: 'overlong-text',
  severity: 'error',
  description: 'No text is longer than anything that a page shows in one place.',
  text: function* ({ value, place }) {
    for (const entry of versionsOf(value, place).values()) yield* tooLong(entry);
  },
  project: function* ({ references: { texts } }) {
    for (const versions of texts.keys.values()) for (const entry of versions.values()) yield* tooLong(entry);
  },
};

function* tooLong({ text, place }: TextEntry): Generator<Remark> {
  if (text.length <= LONGEST) return;
  yield {
    place,
    message: `The text has ${text.length} characters: something was pasted here that does not belong here, or it is several texts.`,
    expected: `at most ${LONGEST} characters`,
    mark: 'long',
  };
}
