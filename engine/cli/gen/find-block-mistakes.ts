import type { Finding } from '#engine/shared/finding.ts';
import { compareFindings } from '#engine/documents/place.ts';
import { findCodeMistakesIn } from './find-code-mistakes.ts';
import { findExampleMistakes, type ValidatorOf } from './find-example-mistakes.ts';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { findStyleMistakesIn } from './find-style-mistakes.ts';
import type { GeneratorInput } from './source.ts';

export interface BlockChecks {
  /** Of a component or stylesheet that is missing: a block is written file by file, and no build can do without them. */
  readonly missing: Finding['severity'];
  /** Asked only while no schema has a mistake. */
  readonly validatorOf: ValidatorOf;
}

/**
 * Mistakes in the folders of blocks and layouts, sorted by file and position: the same ones whoever looks first, `check`, `gen` or a build (L2).
 * Examples wait until the schemas that they follow are fixed.
 */
export function findBlockMistakes(
  root: string,
  source: GeneratorInput,
  { missing, validatorOf }: BlockChecks,
): readonly Finding[] {
  const ofSchemas = findSchemaMistakes(source, missing);
  const isSound = ofSchemas.every(({ severity }) => severity !== 'error');
  return [
    ...ofSchemas,
    ...findStyleMistakesIn(root, [...source.blocks, ...source.layouts]),
    ...findCodeMistakesIn(root, source),
    ...(isSound ? findExampleMistakes(root, source, validatorOf) : []),
  ].toSorted(compareFindings);
}
