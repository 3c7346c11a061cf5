import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_CHECK } from '#engine/cli/check/last-check.ts';
import { CHECK_CACHE } from '#engine/cli/check/stored-check-cache.ts';
import { copyProject } from '#tests/helpers/project-copy.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'npm run check as a process of its own: the project, and with 1,000 landings beside its own; the goal is 1 s after an edit.';

/** As `npm run check` starts it. */
const COMMAND = ['--import', './commands/check-node.mjs', 'commands/check.ts'];
const ROUNDS = 7;
const DOCUMENTS = 1_000;
const BASE = 'pages-config/landings/default.json';

export function run(): Promise<void> {
  const project = copyProject();
  try {
    const forget = (): void => {
      for (const file of [CHECK_CACHE, LAST_CHECK]) rmSync(join(project.folder, file), { force: true });
    };
    const small = measure(project.folder, forget);
    addLandings(project);
    const large = `with ${DOCUMENTS.toLocaleString('en-GB')} landings more`;
    const edited = 'pages-config/landings/copy-7.json';
    const edit = (round: number): void =>
      project.write(edited, project.read(edited).replace(/"version": 4,\n+/, `$&${'\n'.repeat(round)}`));
    printTable(
      'Checking as a process of its own',
      ['', 'median s', 'slowest s'],
      [
        ['the project, for the first time', ...small],
        [`${large}, for the first time`, ...measure(project.folder, forget)],
        [`${large}, nothing changed`, ...measure(project.folder)],
        [`${large}, one of them changed`, ...measure(project.folder, edit)],
      ],
    );
  } finally {
    project.remove();
  }
  return Promise.resolve();
}

/** Half of them whole documents, half variants. */
function addLandings({ read, write }: Pick<ReturnType<typeof copyProject>, 'read' | 'write'>): void {
  const text = read(BASE);
  for (let index = 0; index < DOCUMENTS / 2; index += 1) {
    write(
      `pages-config/landings/copy-${index}.json`,
      text.replace('"version": 4,', `"version": 4,\n  "slug": "copy-${index}",`),
    );
    const variant = {
      $schema: '../../schemas/generated/editor/landing.schema.json',
      version: 4,
      slug: `variant-${index}`,
      extends: `landings/copy-${index}`,
      changes: [{ op: 'document', set: { theme: 'ink' } }],
    };
    write(`pages-config/landings/variant-${index}.json`, JSON.stringify(variant, null, 2));
  }
}

/** @param prepare Makes each round ready, by its number */
function measure(
  folder: string,
  prepare: (round: number) => void = () => undefined,
): readonly [median: string, slowest: string] {
  const seconds = Array.from({ length: ROUNDS }, (_round, index) => {
    prepare(index + 1);
    const started = performance.now();
    const { status, stdout } = spawnSync(process.execPath, COMMAND, {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The check failed: ${stdout.slice(0, 300)}`);
    return (performance.now() - started) / 1000;
  }).toSorted((a, b) => a - b);
  return [at(seconds, Math.floor(ROUNDS / 2)), at(seconds, ROUNDS - 1)];
}

function at(seconds: readonly number[], index: number): string {
  return (seconds[index] ?? Number.NaN).toFixed(2);
}
