import { suggestName } from '#engine/shared/suggest-name.ts';
import { listColourUses } from '../../brand/list-colour-uses.ts';
import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const unknownColour: Rule = {
  id: 'unknown-colour',
  severity: 'error',
  description: 'Every colour that a brand uses by name is one of its `colours`.',
  written: function* ({ kind, file, value }) {
    if (kind !== 'brand' || !isObject(value['colours'])) return;
    const names = Object.keys(value['colours']);
    for (const { path, value: name } of listColourUses(value)) {
      if (name.startsWith('#') || names.includes(name)) continue;
      const suggestion = suggestName(name, names);
      yield {
        location: { file, path },
        message: `There is no colour "${name}" in "colours" of this brand.`,
        expected: `one of ${names.join(', ')}, or a colour such as #6A5ACD`,
        found: name,
        suggestion,
        follows: names
          .filter((each) => each === suggestion || toPlainName(each) === toPlainName(name))
          .map((each) => ({ file, path: ['colours', each] })),
        // Many uses do not misspell a name in the same way: the colour was renamed.
        missing: {
          name: `${file}#${name}`,
          cause:
            suggestion === undefined
              ? undefined
              : {
                  location: { file, path: ['colours', suggestion], at: 'key' },
                  message: `Parts of this brand name the colour "${name}", which does not exist, and there is "${suggestion}". Give it one name.`,
                },
        },
      };
    }
  },
};

/** A name without what the form of names forbids, such as capitals and blanks. */
const toPlainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
