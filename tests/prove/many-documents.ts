import { spawnSync } from 'node:child_process';
import { copyProject } from '#tests/helpers/project-copy.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const DOCUMENTS = 5_000;
const MAX_SECONDS = 10;
const BASE = 'pages-config/landings/default.json';

export const manyDocuments: Proof = {
  summary: `Checks a project of ${DOCUMENTS.toLocaleString('en-GB')} documents on the command line.`,
  runs: 3,
  run: (context) => Promise.resolve(run(context)),
};

function run({ runs, progress }: ProofContext): ProofResult {
  const project = copyProject();
  try {
    const text = project.read(BASE);
    // Half of them whole documents, half variants.
    for (let index = 0; index < DOCUMENTS / 2; index += 1) {
      const slug = `"version": 4,\n  "slug": "copy-${index}",`;
      project.write(`pages-config/landings/copy-${index}.json`, text.replace('"version": 4,', slug));
      const variant = {
        $schema: '../../schemas/generated/editor/landing.schema.json',
        version: 4,
        slug: `variant-${index}`,
        extends: `landings/copy-${index}`,
        changes: [{ op: 'document', set: { theme: 'ink' } }],
      };
      project.write(`pages-config/landings/variant-${index}.json`, JSON.stringify(variant, null, 2));
    }
    const seconds: number[] = [];
    const broken: string[] = [];
    for (let turn = 1; turn <= runs; turn += 1) {
      const started = performance.now();
      const { status, stdout } = spawnSync(process.execPath, ['engine/cli/main.ts', 'check'], {
        cwd: project.folder,
        encoding: 'utf8',
      });
      seconds.push((performance.now() - started) / 1000);
      if (status !== 0) broken.push(`Run ${turn}: ${stdout.trim().split('\n').at(-1) ?? ''}`);
      progress(turn);
    }
    const slowest = Math.max(...seconds);
    if (slowest >= MAX_SECONDS) broken.push(`A check took ${slowest.toFixed(1)} s, not less than ${MAX_SECONDS}.`);
    return {
      found: [
        ['Documents more than the project has', DOCUMENTS],
        ['Seconds of a check, slowest', slowest.toFixed(1)],
      ],
      broken,
    };
  } finally {
    project.remove();
  }
}
