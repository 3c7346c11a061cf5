import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Finding } from '#engine/base/finding.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { positionAt } from '#engine/documents/locate.ts';

/** Where components and other code of blocks and layouts do not parse, the first place of each file. */
export function findCodeMistakesIn(root: string): readonly Finding[] {
  return listPaths(root, 'blocks/**/*.{ts,tsx}').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const [first] = parseSync(file, text).errors;
    if (first === undefined) return [];
    return [
      {
        rule: 'block-code',
        severity: 'error' as const,
        file,
        ...positionAt(text, first.labels[0]?.start ?? 0),
        path: '',
        message: `The code cannot be read: ${first.message.replace(/[.\s]*$/, '')}.`,
      },
    ];
  });
}
