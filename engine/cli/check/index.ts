import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding, TextEdit } from '#engine/base/finding.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Output, standardOutput } from '../output.ts';
import { readArguments, UsageError } from '../usage.ts';
import { applyEdits } from './apply-edits.ts';
import { formatText, summarize } from './format-text.ts';
import { toSarif } from './to-sarif.ts';

export const usage = {
  name: 'check',
  summary: 'Checks all documents and texts.',
  calls: {
    '': 'every finding of all files',
    '--experiment <key>': 'renders and weighs every arm of an experiment, as if it were live; needs a build',
    '--codes': 'finds routes and slugs that equal a registration code; needs the settings of the server',
  },
  options: {
    fix: { type: 'boolean', default: false, does: 'make all changes that are safe' },
    format: { type: 'string', default: 'text', value: 'text|json|sarif', does: 'how findings are written' },
    max: { type: 'string', value: '<number>', does: 'show no more than so many findings' },
  },
  words: 0,
} as const;

const formats = ['text', 'json', 'sarif'];

/** Pages are checked for no deployment in particular; only links to the site's own origin depend on it. */
const deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };

/**
 * `npm run check` (D4): every finding of all files in one run, sorted by file and position.
 * The exit code is 1 when there is an error and 0 otherwise; warnings alone do not fail.
 */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values } = readArguments(usage, args);
  const { format } = values;
  if (!formats.includes(format))
    throw new UsageError(`The format "${format}" does not exist. Choose one of ${formats.join(', ')}.`);
  const max = values.max === undefined ? undefined : readNumber(values.max);

  let findings = await check(root);
  let fixed = 0;
  if (values.fix) {
    fixed = await fix(findings, root);
    if (fixed > 0) findings = await check(root);
  }
  if (format === 'json') output.write(`${JSON.stringify(findings, null, 2)}\n`);
  else if (format === 'sarif') output.write(`${JSON.stringify(toSarif(findings), null, 2)}\n`);
  else {
    for (const finding of findings.slice(0, max)) output.write(`${formatText(finding, output.colours)}\n`);
    output.write(`${summarize(findings, { fixed, shown: Math.min(max ?? findings.length, findings.length) })}\n`);
  }
  return findings.some((finding) => finding.severity === 'error') ? 1 : 0;
}

async function check(root: string): Promise<readonly Finding[]> {
  const today = new Date().toISOString().slice(0, 10);
  const result = resolveOn({ ...(await readProject(root)), deployment, journeys }, today);
  return result.ok ? result.warnings : result.findings;
}

/** Makes all safe changes; says how many. */
async function fix(findings: readonly Finding[], root: string): Promise<number> {
  const byFile = new Map<string, TextEdit[]>();
  for (const { fix: edit } of findings) {
    if (edit !== undefined) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  }
  for (const [file, edits] of byFile) {
    const path = join(root, file);
    await writeFile(path, applyEdits(await readFile(path, 'utf8'), edits));
  }
  return [...byFile.values()].flat().length;
}

function readNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`"--max" needs a whole number, not "${text}".`);
  return Number(text);
}
