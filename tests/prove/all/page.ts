import { availableParallelism, totalmem } from 'node:os';
import type { Line } from './line.ts';
import { formatEvidence, type ProductPromise } from './promises.ts';

export interface PageOptions {
  readonly minutes: number;
  readonly seed: number;
}

/** `docs/verification.md`: every promise with what was shown of it, and plainly what was not. */
export function proofPage(
  promises: readonly ProductPromise[],
  lines: readonly Line[],
  { minutes, seed }: PageOptions,
): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `# Verification: promises and their tests

What the product promises, and what a run of \`npm run prove -- all --minutes ${minutes} --seed ${seed}\` showed of it, on ${availableParallelism()} cores with ${gigabytes} GB and Node ${process.versions.node}.
This page is written by that command. A run below the size of the goal is a smaller sample of the same promise; what no test shows yet is named as open.

${promises.map((promise) => `- [${formatTitle(promise)}](#${toAnchor(formatTitle(promise))})`).join('\n')}

${promises.map((promise) => formatSection(promise, lines)).join('\n\n')}
`;
}

const formatTitle = ({ number, says }: ProductPromise): string => `${number}. ${says}`;

/** As GitHub names a heading. */
const toAnchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

function formatSection(promise: ProductPromise, lines: readonly Line[]): string {
  const head = ['Shown by', 'Figure', 'Size', 'Control', 'Date, commit'];
  return `## ${formatTitle(promise)}\n\nGoal: ${promise.goal}.\n\n${table(head, listRows(promise, lines))}`;
}

function listRows({ number, open, evidence }: ProductPromise, lines: readonly Line[]): string[][] {
  const own = lines.filter((line) => line.promise === number);
  const rows = own.map(({ shownBy, state, figure, size, control, at, commit }) => [
    shownBy,
    state === 'held' ? figure : `**${state}**: ${figure}`,
    size,
    control,
    `${at}, \`${commit}\``,
  ]);
  for (const each of evidence.map(formatEvidence))
    if (!own.some(({ shownBy }) => shownBy === each)) rows.push([each, '**open**: not run yet', '–', '–', '–']);
  if (open !== undefined) rows.push(['–', `**open**: ${open}`, '–', '–', '–']);
  return rows;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
