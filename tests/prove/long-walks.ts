import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const FLOWS = 'tests/e2e/journey-flows.test.ts';
const OTHERS = ['tests/e2e/first-day.test.ts', 'tests/e2e/readme-walk.test.ts'];

export const longWalks: Proof = {
  summary:
    'From every landing to an active account, every command of docs/deploy.md on an empty server, and the five and ten minutes of the README in a copy; needs a finished build.',
  runs: 1,
  run: (context) => walk('LONG_WALKS', [FLOWS, ...OTHERS], context),
};

export const flows: Proof = {
  summary:
    'Every flow to an active account in each language, with and without a script, by a link and with a wrong code typed before the right one: every page leads on; needs a finished build.',
  runs: 1,
  run: (context) => walk('FLOWS', [FLOWS], context),
};

/** Browser tests that walk further when a variable of the environment asks them to. */
async function walk(
  variable: string,
  files: readonly string[],
  { progress }: Pick<ProofContext, 'progress'>,
): Promise<ProofResult> {
  const [node, ...vitest] = resolveProgram('vitest');
  const walking = spawn(node, [...vitest, 'run', '--project', 'e2e', ...files], {
    env: { ...process.env, [variable]: '1' },
    stdio: 'inherit',
  });
  const [code] = await once(walking, 'exit');
  progress(1);
  return {
    found: [['Files of walks', files.length]],
    broken: code === 0 ? [] : [`A walk failed: vitest ended with code ${String(code)}.`],
  };
}
