import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { locateOffset } from '#engine/documents/locate.ts';
import { withoutPlural } from '#engine/documents/texts.ts';
import type { GeneratorInput } from './source.ts';

/** Name of a text, with a form of the plural. */
export const NAME = /^[a-z]\w*(?:#\w+)?$/i;

/** Texts in `strings.json` whose names stand nowhere in the code of the block. */
export function findUnusedStrings(
  root: string,
  { blocks, layouts }: Pick<GeneratorInput, 'blocks' | 'layouts'>,
): readonly Finding[] {
  return [...blocks, ...layouts].flatMap(({ folder, stringKeys }) => {
    const file = `${folder}/strings.json`;
    if (stringKeys.length === 0 || !existsSync(join(root, file))) return [];
    const code = listPaths(root, `${folder}/**/*.{ts,tsx}`).map((path) => readFileSync(join(root, path), 'utf8'));
    const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
    // Names may be composed of parts.
    const isComposed = code.some((text) => /strings\[`/.test(text));
    if (code.length === 0 || isComposed) return [];
    const named = new Set(code.flatMap((each) => each.match(/(?<=strings\.|')[a-z]\w*(?=\b(?!\())/gi) ?? []));
    const lacking = [...named].filter((name) => !stringKeys.includes(name));
    const text = readFileSync(join(root, file), 'utf8');
    return stringKeys
      .filter((key) => !words.has(key) && !words.has(withoutPlural(key)))
      .map((key) => ({
        rule: 'unused-text',
        severity: 'warning' as const,
        file,
        ...locateOffset(text, Math.max(0, text.indexOf(`"${key}"`))),
        path: key,
        message: NAME.test(key)
          ? `No code of the block uses the text "${key}". Show it, or delete it.`
          : `Code reads a text by its name, which is letters and digits without a blank, and "${key}" is none.`,
        suggestion: suggestName(key, lacking),
      }));
  });
}
