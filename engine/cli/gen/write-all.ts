import { printFindings } from '../print-findings.ts';
import { generatePhases } from './experiment-phases.ts';
import { findBlockMistakes } from './find-block-mistakes.ts';
import { generate } from './generate.ts';
import { generateGraphql, generatePersistedFiles } from './graphql/generate.ts';
import { readGraphql } from './graphql/read.ts';
import { generateJourneyPages } from './journey-pages.ts';
import type { GeneratorInput } from './source.ts';
import { createValidators } from './validators.ts';
import { followsDocuments, listStaleFiles, tryToWrite } from './editor-files.ts';
import { findDifferences, writeDifferences } from './write-files.ts';

export interface GenOptions {
  readonly check: boolean;
  readonly complete: boolean;
}

/** Checks the blocks, and writes or compares all generated files. */
export async function writeAll(root: string, source: GeneratorInput, options: GenOptions): Promise<number> {
  const findings = findBlockMistakes(root, source, {
    missing: options.complete ? 'error' : 'warning',
    findValidator: createValidators(source),
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
    ...(graphql === null ? generatePersistedFiles([]) : await generateGraphql(graphql)),
  ]);
  const all = findDifferences(root, files);
  if (options.check) {
    // Names of documents, texts and images change with every save, so these files are written even here.
    tryToWrite(
      root,
      all.filter(({ file }) => followsDocuments(file, { isBuild: options.complete })),
      files,
    );
    const differences = listStaleFiles(all, { isBuild: options.complete });
    for (const { file, state } of differences) console.error(`${file} is ${state}.`);
    if (differences.length === 0) return 0;
    console.error('The generated files do not match the schemas. Run `npm run gen` and commit what it writes.');
    return 1;
  }
  writeDifferences(root, all, files);
  for (const { file } of all) console.log(file);
  console.log(
    `${source.blocks.length} blocks, ${source.layouts.length} layouts: ${all.length} of ${files.size} files written.`,
  );
  return 0;
}
