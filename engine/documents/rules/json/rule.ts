import type { FindingDraft } from '../../finding-draft.ts';
import type { Source } from '../../source.ts';
import type { Rule } from '../rule.ts';

export const json: Rule = {
  id: 'json',
  severity: 'error',
  description: "Every file is strict JSON in UTF-8, has each key once and no key that reaches an object's prototype.",
  source: function* (source) {
    const { file, problems } = source;
    for (const { kind, offset, path, message, found } of problems)
      if (kind !== 'unreadable')
        yield {
          location: { file, path, offset },
          message,
          found,
          // The value that would be lost may be the right one.
          ...(kind === 'duplicate-key' && { covers: [{ file, path }] }),
        };
    if (problems.length === 0) yield* groupedThousands(source);
  },
};

/** `3.000` is three in JSON. */
function* groupedThousands({ file, text }: Source): Generator<FindingDraft> {
  for (const { index, 0: all, 1: number = '' } of text.matchAll(/(?<!\\)"\s*:\s*(-?[1-9]\d{0,2}\.0{3})(?!\d)/g))
    yield {
      location: { file, path: [], offset: index + all.length - number.length },
      message: `The number ${number} is ${Number(number)}: a point separates decimals, not thousands. Write ${number.replace('.', '')}, or ${Number(number)}.`,
      found: number,
    };
}
