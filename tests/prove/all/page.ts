import { availableParallelism, totalmem } from 'node:os';
import type { Line } from './line.ts';
import { nameOf, type ProductPromise } from './promises.ts';

export interface PageOptions {
  readonly minutes: number;
  readonly seed: number;
}

/** `docs/proof.md`: every promise with what was shown of it, and plainly what was not. */
export function proofPage(
  promises: readonly ProductPromise[],
  lines: readonly Line[],
  { minutes, seed }: PageOptions,
): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `# Proof

What the product promises, and what a run of \`npm run prove -- all --minutes ${minutes} --seed ${seed}\` showed of it, on ${availableParallelism()} cores with ${gigabytes} GB and Node ${process.versions.node}.
This page is written by that command. A size below the goal is a smaller run, not a smaller promise; what nothing shows yet is named as open.

${table(
  ['#', 'Promise and goal', 'Shown by', 'Figure', 'Size', 'Control', 'Date, commit'],
  promises.flatMap((promise) => rowsOf(promise, lines)),
)}
`;
}

function rowsOf(promise: ProductPromise, lines: readonly Line[]): string[][] {
  const { number, says, goal, open, evidence } = promise;
  const own = lines.filter((line) => line.promise === number);
  const rows = own.map(({ shownBy, state, figure, size, control, at, commit }) => [
    shownBy,
    state === 'held' ? figure : `**${state}**: ${figure}`,
    size,
    control,
    `${at}, \`${commit}\``,
  ]);
  for (const each of evidence.map(nameOf))
    if (!own.some(({ shownBy }) => shownBy === each)) rows.push([each, '**open**: not run yet', '–', '–', '–']);
  if (open !== undefined) rows.push(['–', `**open**: ${open}`, '–', '–', '–']);
  return rows.map((row, index) => [index === 0 ? String(number) : '', index === 0 ? `${says}: ${goal}` : '', ...row]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
