import { printFindings } from '../print-findings.ts';
import { readArguments } from '../usage.ts';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { generate } from './generate.ts';
import { generateGraphql, persistedFiles } from './graphql/generate.ts';
import { readGraphql } from './graphql/read.ts';
import { generateJourneyPages } from './journey-pages.ts';
import { readSource } from './source.ts';
import { findDifferences, settle } from './write-files.ts';

export const usage = {
  name: 'gen',
  summary: 'Writes schemas/generated/ and docs/documents.md from the schemas, docs/journeys/ from the documents.',
  calls: { '': 'writes what has changed' },
  options: {
    check: { type: 'boolean', default: false, does: 'only compare; exit code 1 when something is stale' },
    complete: { type: 'boolean', default: false, does: 'a block without its component is a mistake, as in a build' },
  },
  words: 0,
} as const;

/** `npm run gen [-- --check]`. Nothing is written while a schema has a mistake. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values } = readArguments(usage, args);
  const source = readSource(root);
  const findings = findSchemaMistakes(source, values.complete ? 'error' : 'warning');
  printFindings(findings);
  if (findings.some((finding) => finding.severity === 'error')) return 1;

  const graphql = readGraphql(
    root,
    source.journeys.map(({ folder }) => folder),
  );
  const files = new Map([
    ...(await generate(source)),
    ...generateJourneyPages(root),
    ...(graphql === null ? persistedFiles([]) : await generateGraphql(graphql)),
  ]);
  const differences = findDifferences(root, files);
  if (values.check) {
    for (const { file, state } of differences) console.error(`${file} is ${state}.`);
    if (differences.length === 0) return 0;
    console.error(
      'The generated files do not match the schemas and documents. Run `npm run gen` and commit what it writes.',
    );
    return 1;
  }
  settle(root, differences, files);
  for (const { file } of differences) console.log(file);
  console.log(
    `${source.blocks.length} blocks, ${source.layouts.length} layouts: ${differences.length} of ${files.size} files written.`,
  );
  return 0;
}
