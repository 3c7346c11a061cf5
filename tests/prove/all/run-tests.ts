import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/platform/paths.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs files of the unit project in a process of their own. @throws when they cannot be run at all */
export async function runTests(files: readonly string[]): Promise<TestCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tests-'));
  const report = join(folder, 'report.json');
  try {
    const [node, ...vitest] = resolveProgram('vitest');
    const words = [
      'run',
      '--project',
      'unit',
      '--project',
      'unit-alone',
      '--reporter',
      'json',
      '--outputFile',
      report,
      ...files,
    ];
    const child = spawn(node, [...vitest, ...words], { cwd: root, stdio: 'ignore' });
    await once(child, 'exit');
    const counted: { numPassedTests: number; numFailedTests: number; numPendingTests: number } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    return { passed: counted.numPassedTests, failed: counted.numFailedTests, skipped: counted.numPendingTests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
