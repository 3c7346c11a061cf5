import { Presets, SingleBar } from 'cli-progress';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { findExperiment } from '../find-experiment.ts';
import { type Output, standardOutput } from '../output.ts';
import { printFindings } from '../print-findings.ts';
import { readArguments, UsageError } from '../usage.ts';
import { simulate } from './simulate.ts';
import { localDeployment } from '../local-deployment.ts';

export const usage = {
  name: 'simulate',
  summary: 'Proves the split of an experiment with invented visitors.',
  calls: { '--experiment <key>': 'one line per check; exit code 1 when one fails' },
  options: {
    experiment: { type: 'string', value: '<key>', does: 'the experiment, by the name of its file' },
    visitors: {
      type: 'string',
      default: '1000000',
      value: '<number>',
      does: 'how many visitors; a million by default',
    },
    seed: { type: 'string', default: '1', value: '<text>', does: 'another seed makes other visitors' },
  },
  positionals: 0,
} as const;

/** `npm run simulate` (N8): one line per check; exit code 1 when one fails. */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values } = readArguments(usage, args);
  if (!/^[1-9]\d{3,8}$/.test(values.visitors))
    throw new UsageError(`"--visitors" needs a whole number from 1000 up, not "${values.visitors}".`);
  const result = resolve({ ...(await readProject(root)), deployment: localDeployment, journeys });
  if (!result.ok) {
    printFindings(result.findings.filter(({ severity }) => severity === 'error'));
    return 1;
  }
  const experiment = findExperiment(values.experiment ?? '', result.site.experiments);
  const bar = process.stdout.isTTY ? new SingleBar({ clearOnComplete: true, hideCursor: true }, Presets.rect) : null;
  const visitors = Number(values.visitors);
  bar?.start(visitors, 0);
  const checks = simulate({
    experiment,
    visitors,
    seed: values.seed,
    onProgress: (done, total) => {
      bar?.setTotal(total);
      bar?.update(done);
    },
  });
  bar?.stop();
  for (const { name, passed, note } of checks)
    output.write(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(20)}  ${note}\n`);
  return checks.every(({ passed }) => passed) ? 0 : 1;
}
