import { expect, test } from 'vitest';
import { addRenames } from './renamed-page.ts';

const page = (names: string, files: string): string =>
  `# Renamed\n\n## Exported names\n\n| Before | After |\n|---|---|\n${names}\n\n## Files\n\n| Before | After |\n|---|---|\n${files}\n`;

test('a name that is renamed again leads to its newest name, and a new one gets a row', () => {
  const before = page('| `arms` | `variants` |\n| `Room` | `Desk`, `Page` |', '| `a/b.ts` | `a/c.ts` |');
  const after = addRenames(before, {
    names: [
      ['variants', 'variations'],
      ['Desk', 'AdminPage'],
      ['place', 'location'],
    ],
    files: [['a/c.ts', 'a/d.ts']],
  });
  expect(after).toBe(
    page(
      '| `arms` | `variations` |\n| `place` | `location` |\n| `Room` | `AdminPage`, `Page` |',
      '| `a/b.ts` | `a/d.ts` |',
    ),
  );
});

test('a name that has its former name again has no row', () => {
  const before = page('| `arms` | `variants` |\n| `b` | `c` |', '| `a.ts` | `b.ts` |');
  expect(addRenames(before, { names: [['variants', 'arms']], files: [] })).toBe(
    page('| `b` | `c` |', '| `a.ts` | `b.ts` |'),
  );
});
