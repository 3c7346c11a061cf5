import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installPrograms } from './setup/install.ts';

interface Step {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  /** What a person does when this step fails. */
  readonly advice: string;
  /** The step writes Vitest's JSON report, which counts single tests. */
  readonly counted?: boolean;
}

const steps: readonly Step[] = [
  {
    title: 'Generated files are fresh',
    command: ['node', 'engine/cli/main.ts', 'gen', '--check'],
    advice: 'Run "npm run gen" and commit what changes in schemas/generated/.',
  },
  {
    title: 'Types',
    command: ['tsc', '--noEmit'],
    advice: 'Mend the types named above; "npm run typecheck" repeats this step.',
  },
  {
    title: 'Lint',
    command: ['oxlint'],
    advice: 'Mend the lines named above; "npm run lint -- --fix" does the safe part of it.',
  },
  {
    title: 'Format',
    command: ['oxfmt', '--check'],
    advice: 'Run "npm run format".',
  },
  {
    title: 'Rooms',
    command: ['node', 'tests/rooms/main.ts'],
    advice: 'Follow the way out named above; docs/architecture.md has the table of rooms.',
  },
  {
    title: 'Dead code',
    command: ['knip'],
    advice: 'Delete what nothing uses, or use it; "npm run dead" repeats this step.',
  },
  {
    title: 'Documents',
    command: ['node', 'engine/cli/main.ts', 'check'],
    advice: 'Mend the documents at the positions named above; "npm run check -- --fix" does what is safe.',
  },
  {
    title: 'Unit and contract tests',
    command: ['vitest', 'run', '--project', 'unit'],
    advice: 'Run the file named above alone: "npx vitest run --project unit <file>".',
    counted: true,
  },
  {
    title: 'Build',
    command: ['npm', 'run', '--silent', 'build'],
    advice: 'Run "npm run build" and follow its message.',
  },
  {
    title: 'Browser tests',
    command: ['vitest', 'run', '--project', 'e2e'],
    advice: 'Run the file named above alone: "npx vitest run --project e2e <file>" (it needs "npm run build" first).',
    counted: true,
  },
];

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
const total = { passed: 0, failed: 0 };

function run({ title, command: [program, ...args], counted }: Step): boolean {
  const report = join(reports, `${title}.json`);
  const reporters = counted ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const started = performance.now();
  const { status, error } = spawnSync(program, [...args, ...reporters], { cwd: root, env, stdio: 'inherit' });
  if (error) console.error(`"${program}" could not be started: ${error.message}`);
  const ok = status === 0;
  const count = counted ? readReport(report) : null;
  total.passed += count?.passed ?? (ok ? 1 : 0);
  total.failed += ok ? 0 : Math.max(1, count?.failed ?? 1);
  console.log(`${ok ? 'ok' : 'FAILED'} · ${title} · ${((performance.now() - started) / 1000).toFixed(1)} s`);
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

const started = performance.now();
runAll();
rmSync(reports, { recursive: true });
console.log(`\nAll steps took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
