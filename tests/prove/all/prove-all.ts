import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { readBuildRecord } from '#server/platform/build-record.ts';
import { root } from '#server/platform/paths.ts';
import type { Proof } from '../proof.ts';
import { writeProofLine, writeTestsLine, openLine } from './evidence.ts';
import type { Line } from './line.ts';
import { proofPage } from './page.ts';
import { type Evidence, formatEvidence, promises } from './promises.ts';

export interface AllOptions {
  /** What the proofs together may take; tests come on top. */
  readonly minutes: number;
  readonly seed: number;
}

interface Item {
  readonly promise: number;
  readonly evidence: Evidence;
}

/**
 * Shows all promises at a size that fits the time, and writes docs/verification.md. Every line is kept as soon as it is there: a run that
 * was stopped goes on where it was, as long as commit, seed and minutes are the same.
 *
 * @returns the exit code: 1 when a promise is broken
 */
export async function proveAll(proofs: Readonly<Record<string, Proof>>, options: AllOptions): Promise<number> {
  const { minutes, seed } = options;
  const commit = readCommit();
  const file = join(root, '.cache/prove', `all-${commit.replace('+', '-changed')}-${seed}-${minutes}.json`);
  const lines = await readLines(file);
  const items: readonly Item[] = promises.flatMap(({ number, evidence }) =>
    evidence.map((each) => ({ promise: number, evidence: each })),
  );
  const left = items.filter((item) => !lines.some((line) => belongsTo(line, item)));
  console.log(
    `${items.length} pieces of evidence, ${left.length} left · ${minutes} minutes, seed ${seed}, commit ${commit}`,
  );
  const bar = new SingleBar({ format: '  {bar} {value}/{total} · {what}' }, Presets.rect);
  if (process.stdout.isTTY) bar.start(items.length, items.length - left.length, { what: '' });
  const built = (await readBuildRecord()) !== null;
  const deadline = Date.now() + minutes * 60_000;
  for (const [index, item] of left.entries()) {
    const waiting = left.slice(index).filter(({ evidence }) => 'proof' in evidence).length;
    const share = Math.max(0, deadline - Date.now()) / 1_000 / Math.max(1, waiting);
    bar.update({ what: formatEvidence(item.evidence) });
    const line = await measureLine(item, { proofs, share, seed, commit, built });
    lines.push(line);
    await keep(file, lines);
    // A run that is stopped leaves a page that says how far it came.
    await writeFile(join(root, 'docs/verification.md'), proofPage(promises, lines, options));
    bar.increment();
    console.log(`  ${String(line.promise).padStart(2)} ${line.state.padEnd(6)} ${line.shownBy} · ${line.figure}`);
  }
  bar.stop();
  await writeFile(join(root, 'docs/verification.md'), proofPage(promises, lines, options));
  await rm(file, { force: true });
  console.log('\n  docs/verification.md was written.');
  return lines.some(({ state }) => state === 'broken') ? 1 : 0;
}

interface Circumstances {
  readonly proofs: Readonly<Record<string, Proof>>;
  /** Seconds for this piece. */
  readonly share: number;
  readonly seed: number;
  readonly commit: string;
  readonly built: boolean;
}

function measureLine(
  { promise, evidence }: Item,
  { proofs, share, seed, commit, built }: Circumstances,
): Promise<Line> {
  const about = { promise, commit };
  if ('tests' in evidence) return writeTestsLine(about, evidence.tests);
  const proof = proofs[evidence.proof];
  const obstacle = findObstacle(evidence, proof, share, built);
  if (proof === undefined || obstacle !== null)
    return Promise.resolve(openLine(about, formatEvidence(evidence), obstacle ?? 'not run'));
  const runs = Math.floor((share - evidence.before) / evidence.seconds);
  return writeProofLine(about, evidence.proof, proof, { runs: Math.min(proof.runs, Math.max(1, runs)), seed });
}

/** Why a proof is not run; `null` when it is. */
function findObstacle(
  evidence: Extract<Evidence, { readonly proof: string }>,
  proof: Proof | undefined,
  share: number,
  built: boolean,
): string | null {
  if (proof === undefined) return 'there is no such proof yet';
  if (evidence.built === true && !built) return 'not run: it needs `npm run build` first';
  const missing = proof.missing?.() ?? null;
  if (missing !== null) return `not run: ${missing}`;
  const least = evidence.before + evidence.seconds;
  return least > 2 * share
    ? `not run: it takes ${Math.ceil(least)} s at least, this run had ${Math.floor(share)} s for it`
    : null;
}

const belongsTo = (line: Line, { promise, evidence }: Item): boolean =>
  line.promise === promise && line.shownBy === formatEvidence(evidence);

async function readLines(file: string): Promise<Line[]> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    // The checked edge: written by `keep` under the same commit.
    return Array.isArray(stored) ? (stored as Line[]) : [];
  } catch {
    return [];
  }
}

async function keep(file: string, lines: readonly Line[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify(lines));
}

/** The commit that is tried, with `+` where the tree holds changes that are in none. */
function readCommit(): string {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/verification.md') !== '';
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown';
  }
}
