import { printFindings } from '../print-findings.ts';
import { readArguments } from '../usage.ts';
import { generatePhases } from './experiment-phases.ts';
import { findBlockMistakes } from './find-block-mistakes.ts';
import { generate } from './generate.ts';
import { generateGraphql, persistedFiles } from './graphql/generate.ts';
import { readGraphql } from './graphql/read.ts';
import { generateJourneyPages } from './journey-pages.ts';
import { readSource } from './source.ts';
import { validatorsOf } from './validators.ts';
import { followsDocuments, staleFiles, tryToSettle, writeEditorSchemas } from './editor-files.ts';
import { findDifferences, settle } from './write-files.ts';

export const usage = {
  name: 'gen',
  summary:
    'Writes schemas/generated/ and docs/documents.md from the schemas, docs/journeys/ and pages-config/phases.json from the documents.',
  calls: { '': 'writes what has changed' },
  options: {
    check: { type: 'boolean', default: false, does: 'only compare; exit code 1 when something is stale' },
    complete: {
      type: 'boolean',
      default: false,
      does: 'as in a build: a component that is missing is a mistake, stale docs are none, phases that go live are noted',
    },
    editor: { type: 'boolean', default: false, does: 'writes only what editors complete names by' },
  },
  words: 0,
} as const;

/** `npm run gen [-- --check]`. Nothing is written while a schema has a mistake. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values } = readArguments(usage, args);
  if (values.editor) return writeEditorSchemas(root);
  const source = readSource(root);
  const findings = findBlockMistakes(root, source, {
    missing: values.complete ? 'error' : 'warning',
    validatorOf: validatorsOf(source),
  });
  printFindings(findings);
  if (findings.some((finding) => finding.severity === 'error')) return 1;

  const graphql = readGraphql(
    root,
    source.journeys.map(({ folder }) => folder),
    source.languages,
  );
  const files = new Map([
    ...(await generate(source)),
    ...generateJourneyPages(root),
    ...generatePhases(root),
    ...(graphql === null ? persistedFiles([]) : await generateGraphql(graphql)),
  ]);
  const all = findDifferences(root, files);
  if (values.check) {
    // Names of documents, texts and pictures change with every save: nobody has to write them by hand.
    tryToSettle(
      root,
      all.filter(({ file }) => followsDocuments(file, { isBuild: values.complete })),
      files,
    );
    const differences = staleFiles(all, { isBuild: values.complete });
    for (const { file, state } of differences) console.error(`${file} is ${state}.`);
    if (differences.length === 0) return 0;
    console.error('The generated files do not match the schemas. Run `npm run gen` and commit what it writes.');
    return 1;
  }
  settle(root, all, files);
  for (const { file } of all) console.log(file);
  console.log(
    `${source.blocks.length} blocks, ${source.layouts.length} layouts: ${all.length} of ${files.size} files written.`,
  );
  return 0;
}
