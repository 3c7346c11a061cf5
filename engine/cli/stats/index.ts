import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { type Output, standardOutput } from '../output.ts';
import { createUsageError, readArguments } from '../usage.ts';
import { readCases } from './cases.ts';
import { type CaseComparison, compareCases, TOLERANCE } from './compare-cases.ts';

export const usage = {
  name: 'stats',
  summary: "Compares the figures of experiments with cases of GrowthBook's statistics engine.",
  calls: { '<file>': 'the worst relative error of each value; exit code 1 above one in a million' },
  options: {},
  positionals: 1,
} as const;

/** `npm run stats -- FILE` (X8): one line per value of each list. */
export async function run(args: readonly string[], _root: string, output: Output = standardOutput): Promise<number> {
  const [file] = readArguments(usage, args).positionals;
  if (file === undefined)
    throw createUsageError(usage, 'Name a file of cases, such as tests/conformance/gbstats-cases.json.');
  const comparisons = compareCases(readCases(await read(file), file));
  for (const comparison of comparisons) output.write(`${line(comparison)}\n`);
  const worst = Math.max(0, ...comparisons.map((comparison) => comparison.worst));
  output.write(`\nWorst relative error: ${worst.toExponential(1)}; ${TOLERANCE} is allowed.\n`);
  return worst <= TOLERANCE ? 0 : 1;
}

function line({ list, value, cases, worst, worstCase }: CaseComparison): string {
  const mark = worst <= TOLERANCE ? 'ok    ' : 'FAILED';
  const where = worst === 0 ? '' : `  ${list}[${worstCase}]`;
  return `${mark}  ${list.padEnd(11)}  ${value.padEnd(21)}  ${String(cases).padStart(4)}  ${worst.toExponential(1)}${where}`;
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(resolve(file), 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}
