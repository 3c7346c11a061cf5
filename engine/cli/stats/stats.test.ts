import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-stats-'));
const first = {
  arms: [
    [1000, 100],
    [1010, 130],
  ],
  difference: 'relative',
  alpha: 0.05,
  expected: 0.2871287128712871,
  ci: [-0.0291827275191609, 0.6034401532617351],
  pValue: 0.07519223760722493,
  errorMessage: null,
  stddev: 0.1612881093068287,
};

async function readStats(cases: object): Promise<{ readonly code: number; readonly text: string }> {
  const file = join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify({ frequentist: [], sequential: [], bayesian: [], srm: [], ...cases }));
  let text = '';
  const code = await run([file], folder, { write: (part) => (text += part), colours: false });
  return { code, text };
}

test('A file that agrees is said to agree, value by value', async () => {
  const { code, text } = await readStats({ frequentist: [first] });
  expect(code).toBe(0);
  expect(text).toMatch(/^ok\s+frequentist\s+p-value\s+1/m);
});

test('A figure that differs by one in a thousand fails and names its case', async () => {
  const { code, text } = await readStats({ frequentist: [first, { ...first, pValue: first.pValue * 1.001 }] });
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED\s+frequentist\s+p-value\s+2\s+1\.0e-3\s+frequentist\[1\]$/m);
});

test('A result where the other engine has none fails', async () => {
  const { code, text } = await readStats({ frequentist: [{ ...first, errorMessage: 'ZERO_NEGATIVE_VARIANCE' }] });
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED\s+frequentist\s+has a result/m);
});

test('A file of another shape is refused with the place that is wrong', async () => {
  await expect(readStats({ srm: [{ users: [1, 2], weights: ['half'], pValue: 1 }] })).rejects.toThrow(
    /"\/srm\/0\/weights\/0" must be number/,
  );
  await expect(run([join(folder, 'none.json')], folder)).rejects.toThrow(/cannot be read/);
  await expect(run([], folder)).rejects.toThrow(/Name a file of cases/);
});

test('The cases beside the tests are what the documentation names', () => {
  expect(readFileSync('docs/experiments.md', 'utf8')).toContain(
    'npm run stats -- tests/conformance/gbstats-cases.json',
  );
});
