import { type Output, standardOutput } from '../output.ts';
import { createUsageError, readArguments, UsageError } from '../usage.ts';
import { formatText, summarize } from './format-text.ts';
import type { Found } from './check-project.ts';
import { LastCheck } from './last-check.ts';
import { readToday } from './read-today.ts';

export const usage = {
  name: 'check',
  summary: 'Checks all documents and texts.',
  calls: {
    '': 'every finding of all files',
    '--accept [document]':
      'what bases said and say under changes of variants; with a document its changes are taken to fit still',
    '--experiment <key>': 'renders and weighs every variation of an experiment, as if it were live; needs a build',
    '--codes': 'finds routes and slugs that equal a code which was handed out; needs the settings of the server',
  },
  options: {
    fix: { type: 'boolean', default: false, does: 'make all changes that are safe' },
    accept: {
      type: 'boolean',
      default: false,
      does: 'look at changes whose base moved, and accept those of a document',
    },
    format: { type: 'string', default: 'text', value: 'text|json|sarif', does: 'how findings are written' },
    max: { type: 'string', value: '<number>', does: 'show no more than so many findings' },
  },
  positionals: 1,
} as const;

const formats = ['text', 'json', 'sarif'];

/**
 * `npm run check` (D4): all findings in one run, sorted by file and position.
 * Exit code 1 with an error, otherwise 0; warnings do not fail.
 */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const { format } = values;
  if (!formats.includes(format))
    throw new UsageError(`The format "${format}" does not exist. Choose one of ${formats.join(', ')}.`);
  const max = values.max === undefined ? undefined : readNumber(values.max);
  const [document] = positionals;
  if (values.accept) return (await import('./check-project.ts')).acceptBases(root, document, output);
  if (document !== undefined) throw createUsageError(usage, `"${document}" is one argument too many.`);

  const { findings, fixed, finish } = values.fix
    ? await (await import('./check-project.ts')).fixProject(root)
    : await findUnlessUnchanged(root);
  if (format === 'json') output.write(`${JSON.stringify(findings, null, 2)}\n`);
  else if (format === 'sarif')
    output.write(`${JSON.stringify((await import('./to-sarif.ts')).toSarif(findings), null, 2)}\n`);
  else {
    for (const finding of findings.slice(0, max)) output.write(`${formatText(finding, output.colours)}\n`);
    output.write(`${summarize(findings, { fixed, shown: Math.min(max ?? findings.length, findings.length) })}\n`);
  }
  await finish();
  return findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}

/** Loads the rules only if something changed since the last run. */
async function findUnlessUnchanged(root: string): Promise<Found> {
  const today = readToday();
  const last = new LastCheck(root, today);
  if (last.findings !== null) return { findings: last.findings, fixed: 0, finish: () => Promise.resolve(true) };
  const { checkProject } = await import('./check-project.ts');
  const { findings, finish } = await checkProject(root, today);
  return {
    findings,
    fixed: 0,
    finish: async () => {
      const isComplete = await finish();
      if (isComplete) last.save(findings);
      return isComplete;
    },
  };
}

function readNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`"--max" needs a whole number, not "${text}".`);
  return Number(text);
}
