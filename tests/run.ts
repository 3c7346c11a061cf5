import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runPlainCommand } from '../commands/run-command.ts';
import { printTable } from './bench/parts/table.ts';
import { installPrograms } from './setup/install.ts';
import { resolveProgram } from './setup/resolve-program.ts';
import { type Step, steps, TOGETHER } from './steps.ts';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(inMemory() ?? tmpdir(), 'vitrine-tests-'));
// PostgreSQL refuses to run as root and gets to its folder in here as another user.
chmodSync(temporary, 0o711);
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // Windows has the other two.
  TMPDIR: temporary,
  TEMP: temporary,
  TMP: temporary,
  // Tests start some hundred processes, which would each read the same TypeScript anew.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache/compiled'),
};
const total = { passed: 0, failed: 0 };
/** Steps that ran, with the seconds that each of them took. */
const ran: { readonly step: Step; readonly seconds: number }[] = [];

const hasGroups = process.platform !== 'win32';
const running = new Set<ChildProcess>();
const interrupted = new AbortController();
// The run ends by itself once its steps have ended, and takes its folder away: what stays in memory stays until the machine restarts.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted.abort();
    for (const child of running) signalAll(child, signal);
  });
}

/** To a step with all processes that it started: they are a group of their own. Windows has no groups; Ctrl+C reaches all of a console there. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    // All of them have ended.
  }
}

/**
 * A folder in memory, where a system has one with room: tests make some hundred databases, whose commits wait for a disk half of the
 * suite's time. `null` elsewhere.
 */
function inMemory(): string | null {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) > 6 * 1024 ** 3 ? folder : null;
  } catch {
    return null;
  }
}

/** Runs a step to its end; its words come as it says them, or all at once when others run beside it. */
async function run(step: Step, isAlone: boolean): Promise<boolean> {
  const { title, command, counted } = step;
  const [called, ...args] = command;
  const [program, ...first] = resolveProgram(called);
  const report = join(temporary, `${title}.json`);
  const reporters = counted ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const started = performance.now();
  const stdio = isAlone ? 'inherit' : 'pipe';
  const child = spawn(program, [...first, ...args, ...reporters], { cwd: root, env, stdio, detached: hasGroups });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = await once(child, 'close').catch((error: unknown) => [`"${called}" could not be started: ${error}`]);
  running.delete(child);
  if (interrupted.signal.aborted) signalAll(child, 'SIGKILL');
  const ok = status === 0;
  const count = counted ? readReport(report) : null;
  total.passed += count?.passed ?? (ok ? 1 : 0);
  total.failed += ok ? 0 : Math.max(1, count?.failed ?? 1);
  const seconds = (performance.now() - started) / 1000;
  ran.push({ step, seconds });
  if (!isAlone) heading(titled(step));
  process.stdout.write(said);
  if (typeof status === 'string') console.error(status);
  console.log(`${ok ? 'ok' : 'FAILED'} · ${title} · ${seconds.toFixed(1)} s`);
  for (const name of count?.unsteady ?? []) console.warn(`SECOND TRY · ${name}`);
  if (!ok) console.error(`\n${step.advice}`);
  return ok;
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Titles of tests that failed first and passed the second time, each with what had failed. */
  readonly unsteady: readonly string[];
}

function readReport(path: string): Count | null {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const unsteady: string[] = [];
    for (const { assertionResults } of testResults)
      for (const { status, failureMessages, fullName } of assertionResults)
        if (status === 'passed' && failureMessages.length > 0) unsteady.push(`${fullName}\n${failureMessages[0]}`);
    return { passed: Number(numPassedTests), failed: Number(numFailedTests), unsteady };
  } catch {
    return null;
  }
}

function heading(text: string): void {
  console.log(`\n━━ ${text}`);
}

function titled(step: Step): string {
  return `${steps.indexOf(step) + 1}/${steps.length} ${step.title}`;
}

async function runAll(): Promise<void> {
  heading('Programs');
  const programs = installPrograms();
  for (const note of programs.notes) console.log(note);
  if (!programs.ok) {
    total.failed += 1;
    return;
  }
  const waiting = steps.filter(({ usesOneCore }) => usesOneCore);
  const rest = steps.filter(({ usesOneCore }) => !usesOneCore);
  // Two at a time; all of them, so that one run names every one that fails.
  const work = async (): Promise<boolean> => {
    let ok = true;
    for (let step = waiting.shift(); step !== undefined && !interrupted.signal.aborted; step = waiting.shift())
      ok = (await run(step, false)) && ok;
    return ok;
  };
  const results = await Promise.all([work(), work()]);
  if (interrupted.signal.aborted || results.includes(false)) return notRun(rest);
  for (const [index, step] of rest.entries()) {
    heading(titled(step));
    if (!(await run(step, true))) return notRun(rest.slice(index + 1));
  }
}

function notRun(left: readonly Step[]): void {
  if (left.length > 0) console.error(`Not run: ${left.map(({ title }) => title).join(', ')}.`);
}

/** @param took Seconds of the whole run. */
function printBudgets(took: number): void {
  const inSeconds = (seconds: number): string => `${Math.ceil(seconds)} s`;
  printTable(
    'What it took',
    ['Step', 'Took', 'Budget'],
    [
      ...ran.map(({ step, seconds }) => [step.title, inSeconds(seconds), inSeconds(step.budget)]),
      ['Together', inSeconds(took), inSeconds(TOGETHER)],
    ],
  );
  const over = ran.filter(({ step, seconds }) => seconds > step.budget);
  for (const { step, seconds } of over)
    console.warn(`\nOVER BUDGET · ${step.title} took ${inSeconds(seconds)} of ${inSeconds(step.budget)}.`);
  if (over.length > 0) console.warn('On an idle machine that is to be fixed; a busy one may take longer.');
}

const usage = {
  name: 'test',
  summary: 'Everything that must pass, as CI runs it.',
  calls: { '': 'installs the programs that tests need where it is allowed to, and runs all steps' },
};

await runPlainCommand(usage, async () => {
  const started = performance.now();
  await runAll();
  const took = (performance.now() - started) / 1000;
  // Processes of a run that was interrupted may write to it for a moment.
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  printBudgets(took);
  console.log('');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});
