import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#server/platform/paths.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import { resolveProgram } from '#tests/setup/resolve-program.ts';
import { findChromium } from '#tests/setup/programs.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

export const everyPage = withoutSamples(
  'Reads every document in all languages in a browser, where the tests take a sample of them.',
  [
    'tests/e2e/pages.test.ts',
    'tests/e2e/admin-pages.test.ts',
    'tests/e2e/admin-lists.test.ts',
    'tests/e2e/preferences.test.ts',
    'tests/e2e/block-examples.test.ts',
    'tests/e2e/looks.test.ts',
    'tests/e2e/first-tap.test.ts',
    'tests/e2e/client-form.test.ts',
    'tests/e2e/client-consent.test.ts',
    'tests/e2e/every-event.test.ts',
    'tests/e2e/press-while-hydrating.test.ts',
    'tests/e2e/requests.test.ts',
    'tests/e2e/development.test.ts',
  ],
);

export const consentWalk = withoutSamples(
  'Walks every document in all languages with each answer to the question of consent, over TLS, with a tag manager and a vendor’s consent service.',
  ['tests/e2e/consent-walk.test.ts'],
);

/** Tests of pages and forms on PostgreSQL as well, which the suite runs on the embedded database alone. */
export const enginesOfPages: Proof = {
  summary: 'Runs the tests of pages and forms on both databases, where the suite takes the embedded one.',
  runs: 1,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run: (context) =>
    run(
      'unit',
      globSync('{journeys,server,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
        readFileSync(join(root, file), 'utf8').includes('describe.each(pageEngines)'),
      ),
      context,
    ),
};

/** Programs that the suite leaves out, each of which takes a core some ten seconds. */
export const copies: Proof = {
  summary: 'Checks copies of the project with all programs, where the suite takes some of them.',
  runs: 1,
  missing: () => null,
  run: (context) => run('unit', ['tests/contract/engine-alone.test.ts', 'tests/contract/guides.test.ts'], context),
};

/** @param files Browser tests of which the suite runs samples. */
function withoutSamples(summary: string, files: readonly string[]): Proof {
  return {
    summary,
    runs: 1,
    missing: () => (findChromium() === null ? 'Chromium was not found; CHROMIUM_PATH names it.' : null),
    run: (context) => run('e2e', files, context),
  };
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

async function run(project: string, files: readonly string[], { runs, progress }: ProofContext): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
  const file = join(folder, 'report.json');
  const [node, ...vitest] = resolveProgram('vitest');
  const broken: string[] = [];
  let passed = 0;
  try {
    for (let turn = 1; turn <= runs; turn += 1) {
      const args = ['run', '--project', project, ...files, '--reporter=json', `--outputFile=${file}`];
      spawnSync(node, [...vitest, ...args], { cwd: root, stdio: 'ignore', env: { ...process.env, EVERY_PAGE: 'yes' } });
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
      passed += report.numPassedTests;
      const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
      broken.push(...all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName));
      progress(turn);
    }
    if (passed === 0) broken.push('No test passed. "npm run build" comes first.');
    return { found: [['Tests passed', passed]], broken };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
