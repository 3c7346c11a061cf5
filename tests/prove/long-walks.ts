import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '#tests/setup/program-of.ts';
import type { Proof } from './proof.ts';

/** Files of browser tests that walk further when they are asked to. */
const FILES = ['tests/e2e/journey-flows.test.ts', 'tests/e2e/first-day.test.ts', 'tests/e2e/readme-walk.test.ts'];

export const longWalks: Proof = {
  summary:
    'From every landing to an active account, every command of the first-day page on an empty server, and the five and ten minutes of the README in a copy; needs a finished build.',
  runs: 1,
  async run({ progress }) {
    const [node, ...vitest] = programOf('vitest');
    const walk = spawn(node, [...vitest, 'run', '--project', 'e2e', ...FILES], {
      env: { ...process.env, LONG_WALKS: '1' },
      stdio: 'inherit',
    });
    const [code] = await once(walk, 'exit');
    progress(1);
    return {
      found: [['Files of walks', FILES.length]],
      broken: code === 0 ? [] : [`A walk failed: vitest ended with code ${String(code)}.`],
    };
  },
};
