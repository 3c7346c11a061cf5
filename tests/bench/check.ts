import { spawnSync } from 'node:child_process';
import { copyProject } from '#tests/helpers/project-copy.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'npm run check as a process of its own: the project, and with 1,000 landings beside its own; the goal is 1 s.';

/** As `npm run check` starts it. */
const COMMAND = ['--import', './commands/check-node.mjs', 'commands/check.ts'];
const ROUNDS = 7;
const DOCUMENTS = 1_000;
const BASE = 'pages-config/landings/default.json';

export function run(): Promise<void> {
  const project = copyProject();
  try {
    const small = measure(project.folder);
    addLandings(project);
    const large = measure(project.folder);
    printTable(
      'Checking as a process of its own',
      ['', 'median s', 'slowest s'],
      [
        ['the project', ...small],
        [`with ${DOCUMENTS.toLocaleString('en-GB')} landings more`, ...large],
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

function measure(folder: string): readonly [median: string, slowest: string] {
  const seconds = Array.from({ length: ROUNDS }, () => {
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
