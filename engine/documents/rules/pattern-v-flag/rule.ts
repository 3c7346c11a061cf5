import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Rule } from '../rule.ts';

export const patternVFlag: Rule = {
  id: 'pattern-v-flag',
  severity: 'error',
  description:
    'Every pattern is a regular expression under the `u` and the `v` flag: browsers compile `pattern` attributes with `v`.',
  // Most files have no pattern and are skipped.
  source: ({ file, value, text }) => (/pattern|\\u/.test(text) ? findPatterns(file, value, []) : []),
};

function* findPatterns(file: string, value: unknown, path: Path): Generator<FindingDraft> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findPatterns(file, item, [...path, index]);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const location = { file, path: [...path, key] };
      if (key !== 'pattern' || typeof inner !== 'string') {
        yield* findPatterns(file, inner, location.path);
        continue;
      }
      for (const flag of ['u', 'v']) {
        const reason = whyNot(inner, flag);
        if (reason === undefined) continue;
        yield {
          location,
          message: `The pattern "${inner}" is not a regular expression under the "${flag}" flag: ${reason}.`,
          expected:
            'a pattern that escapes ( ) [ ] { } / - | inside a character class, and nothing that needs no escape elsewhere',
          found: inner,
        };
        break;
      }
    }
  }
}

function whyNot(pattern: string, flag: string): string | undefined {
  try {
    return new RegExp(pattern, flag) instanceof RegExp ? undefined : 'it cannot be read';
  } catch (error) {
    return error instanceof SyntaxError ? error.message.replace(/^.*: /s, '') : String(error);
  }
}
