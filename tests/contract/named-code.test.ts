import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g;
/** Names of more than one word: others are words of the language as well. */
const NAME = /\b[a-z]+[A-Z][A-Za-z0-9]*\b/g;
/** Made up for an example, part of an address, or of a file format. */
const EXAMPLES: ReadonlySet<string> = new Set(
  'openMenu pageCacheMb registrationTextsPtBR textsPtBR sF2W7ryf hVZ checkSumAdjustment'.split(' '),
);

/** Names of code in the comments of a file. */
function listNames(text: string): readonly string[] {
  const comments = (text.match(COMMENT) ?? []).join('\n');
  const code = (comments.match(/`[^`\n]+`|\{@link [^}\n]+\}/g) ?? []).join(' ');
  return code.match(NAME) ?? [];
}

test('what comments call by a name of code is in the code', () => {
  const names = new Set<string>();
  const named: (readonly [file: string, name: string])[] = [];
  for (const file of listPaths(root, '{engine,server,commands,journeys,blocks,schemas,tests}/**/*.{ts,tsx,json}')) {
    const text = read(file);
    if (!file.endsWith('.json')) named.push(...listNames(text).map((name) => [file, name] as const));
    for (const [name] of text.replaceAll(COMMENT, ' ').matchAll(/[A-Za-z_$][\w$]*/g)) names.add(name);
  }
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(([, name]) => !names.has(name) && !EXAMPLES.has(name))).toEqual([]);
});
