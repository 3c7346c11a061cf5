import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportLimits } from '#engine/shared/error-reports.ts';
import { settingsTable } from '#server/platform/settings/table.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

interface Row {
  readonly id: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** Rows of the table of requirements: the first column is an id of the standard. */
const rows: readonly Row[] = page.split('\n').flatMap((line) => {
  const [, id = '', , , tests = ''] = line.split(' | ').length < 4 ? [] : ['', ...line.slice(2, -2).split(' | ')];
  if (!/^\d+\.\d+\.\d+/.test(id)) return [];
  const cited = tests.split('<br>').map((cell) => {
    const [, file = '', title = ''] = /^`([^`]+)` · (.+)$/.exec(cell) ?? [];
    return { file, title };
  });
  return [{ id, tests: cited }];
});

/** A title as source text may write it. */
const spellings = (title: string): readonly string[] => [`'${title}'`, `"${title}"`, `\`${title}\``];

describe('docs/security.md', () => {
  test('has the rows of the standard that apply, each once', () => {
    expect(rows.length).toBeGreaterThan(35);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test('says how large each body may be', () => {
    const said = [...page.matchAll(/^\| .+ \| (\d+) \| .+ \|$/gm)].map(([, bytes]) => Number(bytes));
    expect(new Set(said)).toEqual(new Set([...Object.values(bodyLimits), reportLimits.bytes]));
  });

  test('says of each limit that can be set whom it counts, how much by default and what it protects', () => {
    const limits = Object.entries(settingsTable).filter(([name]) => name.startsWith('RATE_LIMIT_'));
    expect(limits.length).toBeGreaterThan(10);
    for (const [name, { default: defaults }] of limits) {
      const found = page.split('\n').filter((line) => line.includes(` | \`${name}\` | `));
      expect([name, found.length]).toEqual([name, 1]);
      const [what, per, much = '', , protects] = (found[0] ?? '').slice(2, -2).split(' | ');
      expect([what, per, protects], name).not.toContain('');
      expect(much.replaceAll(',', ''), name).toContain(String(defaults.production).replace(' per ', ' in '));
    }
  });

  test.each(rows)('proves $id by tests that exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(file).toMatch(/\.test\.tsx?$/);
      expect(existsSync(join(root, file)), file).toBe(true);
      const source = readFileSync(join(root, file), 'utf8');
      expect(
        spellings(title).some((spelling) => source.includes(spelling)),
        `${file} has no test "${title}"`,
      ).toBe(true);
    }
  });

  test('is linked from where people report', () => {
    const policy = readFileSync(join(root, 'SECURITY.md'), 'utf8');
    expect(policy).toContain('(docs/security.md)');
    expect(policy).toContain('(docs/security.md#limits-by-sender)');
  });
});
