import { join } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { listPaths } from '#engine/documents/list-paths.ts';
import { folderCycles } from './folder-cycles.ts';

const config = join(import.meta.dirname, '../../.dependency-cruiser.mjs');
const folders = ['engine', 'blocks', 'journeys', 'server', 'commands', 'schemas', 'tests'];

export interface BoundaryReport {
  /** Files of the project that were read. */
  readonly files: number;
  /** One paragraph per forbidden import. */
  readonly findings: readonly string[];
}

/**
 * Checks every import below `directory` (the project's root, or a test's own small project) against
 * `.dependency-cruiser.mjs`. A source file that the tool did not see is a finding too: a checker that
 * reads nothing passes everything.
 *
 * @param cacheFolder what is known of unchanged files, by their content; nothing is stored without it
 */
export async function checkBoundaries(directory: string, cacheFolder?: string): Promise<BoundaryReport> {
  const { enhancedResolveOptions, ...options } = await extractOptions(config);
  const wayOut = new Map(options.ruleSet?.forbidden?.map((rule) => [rule.name, rule.comment]));
  // Declarations hold types only, and the parser refuses their constants without a value. Fixtures are parts of other sites,
  // whose imports lead somewhere only where a test puts them together.
  const sources = folders.flatMap((folder) =>
    listPaths(directory, `${folder}/**/*.{ts,tsx}`, ['**/*.d.ts', 'tests/fixtures/**']),
  );
  const cache = cacheFolder === undefined ? false : { folder: cacheFolder, strategy: 'content' as const };
  const { output } = await cruise(
    sources,
    { ...options, cache, baseDir: directory, validate: true },
    enhancedResolveOptions,
  );
  const result = output as ICruiseResult;
  const seen = new Set(result.modules.filter((module) => !module.coreModule).map((module) => module.source));
  const blind = sources.filter((source) => !seen.has(source));
  return {
    files: sources.length - blind.length,
    findings: [
      ...result.summary.violations.map((violation) => describe(violation, wayOut.get(violation.rule.name) ?? '')),
      ...folderCycles(result.modules),
      ...blind.map((source) => `${source}\n  This file could not be read, so nothing is known about its imports.`),
    ],
  };
}

function describe({ rule, from, to, cycle }: IViolation, way: string): string {
  const target = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  return `${from} → ${target}\n  ${rule.name}. ${way}`;
}
