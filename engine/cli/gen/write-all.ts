import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckCache, inspectPart } from '#engine/documents/check-cache.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { hashBlockInputs } from '../check/block-findings.ts';
import { GEN_CACHE, StoredCheckCache } from '../check/stored-check-cache.ts';
import { printFindings } from '../print-findings.ts';
import { generatePhases } from './experiment-phases.ts';
import { findBlockMistakes } from './find-block-mistakes.ts';
import { type GenerateFile, generate } from './generate.ts';
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
  const cache = new StoredCheckCache(root, undefined, GEN_CACHE);
  const findings = inspectPart(
    cache,
    () => `blocks ${hashBlockInputs(root, source)}`,
    () =>
      findBlockMistakes(root, source, {
        missing: options.complete ? 'error' : 'warning',
        findValidator: createValidators(source),
      }),
  );
  printFindings(findings);
  if (findings.some((finding) => finding.severity === 'error')) return 1;

  const graphql = readGraphql(
    root,
    source.journeys.map(({ folder }) => folder),
    source.languages,
  );
  const files = new Map([
    ...(await generate(source, reuseFiles(root, cache))),
    ...generateJourneyPages(root),
    ...generatePhases(root),
    ...(graphql === null ? generatePersistedFiles([]) : await generateGraphql(graphql)),
  ]);
  cache.save();
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

/** Takes files from the disk that an earlier run wrote from the same inputs: compiling all schemas takes most of a run. */
function reuseFiles(root: string, cache: CheckCache): GenerateFile {
  return async (file, inputs, make) => {
    const name = (text: string): string => [file, sha256(JSON.stringify(inputs)), sha256(text)].join(' ');
    const path = join(root, file);
    const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (cache.has(name(current))) return [file, current];
    const text = await make();
    cache.add(name(text));
    return [file, text];
  };
}
