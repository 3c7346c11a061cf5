import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runPlainCommand } from '../commands/run-command.ts';
import { printTable } from './bench/parts/table.ts';
import { installPrograms } from './setup/install.ts';
import { type Step, steps } from './steps.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // Tests start some hundred processes, which would each read the same TypeScript anew.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache/compiled'),
};
const total = { passed: 0, failed: 0 };
/** Steps that ran, with the seconds that each of them took. */
const ran: { readonly step: Step; readonly seconds: number }[] = [];

function run(step: Step): boolean {
  const { title, command, counted } = step;
  const [program, ...args] = command;
  const report = join(reports, `${title}.json`);
  const reporters = counted ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const started = performance.now();
  const { status, error } = spawnSync(program, [...args, ...reporters], { cwd: root, env, stdio: 'inherit' });
  if (error) console.error(`"${program}" could not be started: ${error.message}`);
  const ok = status === 0;
  const count = counted ? readReport(report) : null;
  total.passed += count?.passed ?? (ok ? 1 : 0);
  total.failed += ok ? 0 : Math.max(1, count?.failed ?? 1);
  const seconds = (performance.now() - started) / 1000;
  ran.push({ step, seconds });
  console.log(`${ok ? 'ok' : 'FAILED'} · ${title} · ${seconds.toFixed(1)} s`);
  return ok;
}

function readReport(path: string): { passed: number; failed: number } | null {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return null;
  }
}

function heading(text: string): void {
  console.log(`\n━━ ${text}`);
}

function runAll(): void {
  heading('Programs');
  const programs = installPrograms();
  for (const note of programs.notes) console.log(note);
  if (!programs.ok) {
    total.failed += 1;
    return;
  }
  for (const [index, step] of steps.entries()) {
    heading(`${index + 1}/${steps.length} ${step.title}`);
    if (run(step)) continue;
    console.error(`\n${step.advice}`);
    const rest = steps.slice(index + 1).map(({ title }) => title);
    if (rest.length > 0) console.error(`Not run: ${rest.join(', ')}.`);
    return;
  }
}

function printBudgets(): void {
  const inSeconds = (seconds: number): string => `${Math.ceil(seconds)} s`;
  const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
  const took = sum(ran.map(({ seconds }) => seconds));
  const budget = sum(steps.map((step) => step.budget));
  printTable(
    'What it took',
    ['Step', 'Took', 'Budget'],
    [
      ...ran.map(({ step, seconds }) => [step.title, inSeconds(seconds), inSeconds(step.budget)]),
      ['Together', inSeconds(took), inSeconds(budget)],
    ],
  );
  const over = ran.filter(({ step, seconds }) => seconds > step.budget);
  for (const { step, seconds } of over)
    console.warn(`\nOVER BUDGET · ${step.title} took ${inSeconds(seconds)} of ${inSeconds(step.budget)}.`);
  if (over.length > 0) console.warn('On an idle machine that is to be mended; a busy one may take longer.');
}

const usage = {
  name: 'test',
  summary: 'Everything that must pass, as CI runs it.',
  calls: { '': 'installs the programs that tests need where it is allowed to, and runs all steps' },
};

await runPlainCommand(usage, async () => {
  runAll();
  rmSync(reports, { recursive: true });
  printBudgets();
  console.log('');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});
